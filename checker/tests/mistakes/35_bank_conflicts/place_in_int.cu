// Mistake: the first row of a block is kept in an int
// Verdict: fault
// Message: more than 32 bits can count
// Only: virtual
// Replaces
//|     const std::size_t first = std::size_t{blockIdx.x} * rows_per_block;
//|     const int rows_here = static_cast<int>(min(rows - first, std::size_t{rows_per_block}));
    const int first = blockIdx.x * rows_per_block;
    const int rows_here = static_cast<int>(min(rows - static_cast<std::size_t>(first), std::size_t{rows_per_block}));
// end of Replaces
