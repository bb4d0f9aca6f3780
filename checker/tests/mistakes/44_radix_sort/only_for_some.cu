// Mistake: threads without keys of their digit stay away from the barriers
// Verdict: fault
// Message: barrier
// Only: virtual
    // Solution 4:
    int sum = 0;
    for (int w = 0; w < warps; ++w) sum += count[w][d];
    if (sum == 0) return;
    int of_tile;
    int place = scan_block(sum, of_tile) - sum;
    offset[d] = next - place;
    next += sum;
    for (int w = 0; w < warps; ++w) {
        const int own = count[w][d];
        count[w][d] = place;
        place += own;
    }
    // end of Solution 4
