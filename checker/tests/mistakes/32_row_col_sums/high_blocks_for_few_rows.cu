// Mistake: blocks of 8 rows for a matrix of 3
// Verdict: requirement
// Message: column_sums: 3 rows, 100000 columns
// Message: most of them have nothing to do
// Only: virtual
    // Solution 4
    const std::size_t fitting = std::min<std::size_t>(std::bit_ceil(columns), 32);
    const int width = static_cast<int>(fitting);
    const int pieces = pieces_for((columns + width - 1) / width, rows, threads_per_block / width);
    // end of Solution 4
