// Mistake: the next tile goes where this one went
// Verdict: wrong_answer
// Message: Some keys are missing, others are there twice
    // Solution 4:
    int sum = 0;
    for (int w = 0; w < warps; ++w) sum += count[w][d];
    int of_tile;
    int place = scan_block(sum, of_tile) - sum;
    offset[d] = next - place;
    for (int w = 0; w < warps; ++w) {
        const int own = count[w][d];
        count[w][d] = place;
        place += own;
    }
    // end of Solution 4
