// Mistake: later warps come before
// Verdict: wrong_answer
// Message: equal ones are not in the order in which they came
    // Solution 4:
    int sum = 0;
    for (int w = 0; w < warps; ++w) sum += count[w][d];
    int of_tile;
    int place = scan_block(sum, of_tile) - sum;
    offset[d] = next - place;
    next += sum;
    for (int w = warps - 1; w >= 0; --w) {
        const int own = count[w][d];
        count[w][d] = place;
        place += own;
    }
    // end of Solution 4
