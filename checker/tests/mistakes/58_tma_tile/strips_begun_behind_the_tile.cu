// Mistake: the next box is begun behind the tile, and waited for at once
// Verdict: requirement
// Message: is to be on its way to the other place
// Only: virtual
    // Solution 4:
    const auto begin = [&](int p) {
        announce(there[p % 2], sizeof(Box));
        begin_load(&boxes[p % 2], in, row + p * tile_rows - 1, column, there[p % 2]);
    };
    if (threadIdx.x == 0) begin(0);
    for (int p = 0; p < tiles; ++p) {
        wait(there[p % 2], p / 2 % 2);
        add_rows(boxes[p % 2], sums);
        store_tile(out, row + p * tile_rows, column, sums);
        if (threadIdx.x == 0 && p + 1 < tiles) begin(p + 1);
    }
    // end of Solution 4
