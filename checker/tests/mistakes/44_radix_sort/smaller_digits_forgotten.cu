// Mistake: each digit begins at the first place of the tile
// Verdict: fault
// Message: sort_by_digit
// Only: virtual
    // Solution 4:
    int sum = 0;
    for (int w = 0; w < warps; ++w) sum += count[w][d];
    int of_tile;
    int place = 0;
    scan_block(sum, of_tile);
    offset[d] = next - place;
    next += sum;
    for (int w = 0; w < warps; ++w) {
        const int own = count[w][d];
        count[w][d] = place;
        place += own;
    }
    // end of Solution 4
