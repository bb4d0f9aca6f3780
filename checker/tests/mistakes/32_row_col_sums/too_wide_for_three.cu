// Mistake: blocks of 16 columns for a matrix of 3
// Verdict: too_much_traffic
// Message: column_sums: 100003 rows, 3 columns
// Message: the block is too wide for this matrix
// Only: virtual
    // Solution 4
    const std::size_t fitting = std::clamp<std::size_t>(std::bit_ceil(columns), 16, 32);
    const int width = columns < 1024 ? static_cast<int>(fitting) : threads_per_block;
    const int pieces = pieces_for((columns + width - 1) / width, rows, threads_per_block / width);
    // end of Solution 4
