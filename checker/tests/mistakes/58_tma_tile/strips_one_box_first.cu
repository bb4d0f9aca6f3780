// Mistake: only the first box is begun before the loop
// Verdict: fault
// Message: lacks 1 of 1 arrival
// Only: virtual
    // Solution 4:
    const auto begin = [&](int p) {
        announce(there[p % 2], sizeof(Box));
        begin_load(&boxes[p % 2], in, row + p * tile_rows - 1, column, there[p % 2]);
    };
    if (threadIdx.x == 0) {
        for (int p = 0; p < 1 && p < tiles; ++p) begin(p);
    }
    for (int p = 0; p < tiles; ++p) {
        wait(there[p % 2], p / 2 % 2);
        add_rows(boxes[p % 2], sums);
        store_tile(out, row + p * tile_rows, column, sums);
        if (threadIdx.x == 0 && p + 2 < tiles) begin(p + 2);
    }
    // end of Solution 4
