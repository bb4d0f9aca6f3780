// Mistake: blocks are one thread wide below 8 columns, and a warp from there on
// Verdict: requirement
// Message: most of them have nothing to do
// Only: virtual
// Replaces
//|     const std::size_t fitting = std::clamp<std::size_t>(std::bit_floor(columns / 8), 1, 32);
//|     const int width = rows < 1024 ? threads_per_block : static_cast<int>(fitting);
    const int width = rows < 1024 ? threads_per_block : columns < 8 ? 1 : 32;
// end of Replaces
