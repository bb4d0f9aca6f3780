// Mistake: a tile without padding: a column lies in one bank
// Verdict: too_much_traffic
// Message: bank
// Only: virtual
    // Solution 1
    __shared__ float tile[tile_size][tile_size];
    // end of Solution 1
