// Mistake: a warp for each row, however short the rows are
// Verdict: requirement
// Message: row_sums: 300000 rows, 1 column
// Message: most of them have nothing to do
// Only: virtual
    // Solution 3
    const int width = rows < 1024 ? threads_per_block : 32;
    const int height = threads_per_block / width;
    const int pieces = pieces_for((rows + height - 1) / height, columns, width);
    // end of Solution 3
