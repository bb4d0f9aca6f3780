// Mistake: there is one place for a box
// Verdict: requirement
// Message: is to be on its way to the other place
// Only: virtual
    // Solution 4:
    const auto begin = [&](int p) {
        announce(there[0], sizeof(Box));
        begin_load(&boxes[0], in, row + p * tile_rows - 1, column, there[0]);
    };
    for (int p = 0; p < tiles; ++p) {
        if (threadIdx.x == 0) begin(p);
        wait(there[0], p % 2);
        add_rows(boxes[0], sums);
        store_tile(out, row + p * tile_rows, column, sums);
    }
    // end of Solution 4
