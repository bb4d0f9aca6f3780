// Mistake: 16 bytes at a time where all tiles are whole, and nowhere else
// Verdict: too_much_traffic
// Message: also where a tile is not whole
// Only: virtual
// Replaces
//|     if (in_fours(A, k) && in_fours(B, n) && in_fours(C, n))
    if (m % square_tile == 0 && n % square_tile == 0 && k % tile_depth == 0 && in_fours(A, k) &&
        in_fours(B, n) && in_fours(C, n))
// end of Replaces
