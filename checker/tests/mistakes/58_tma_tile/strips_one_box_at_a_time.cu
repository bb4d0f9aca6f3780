// Mistake: each box is waited for as soon as it is begun
// Verdict: requirement
// Message: is to be on its way to the other place
// Only: virtual
    // Solution 4:
    const auto begin = [&](int p) {
        announce(there[p % 2], sizeof(Box));
        begin_load(&boxes[p % 2], in, row + p * tile_rows - 1, column, there[p % 2]);
    };
    for (int p = 0; p < tiles; ++p) {
        if (threadIdx.x == 0) begin(p);
        wait(there[p % 2], p / 2 % 2);
        add_rows(boxes[p % 2], sums);
        store_tile(out, row + p * tile_rows, column, sums);
    }
    // end of Solution 4
