// Mistake: the first warp of the grid counts all values
// Verdict: requirement
// Message: all threads of the grid are to share the values
// Only: virtual
// Replaces
//|     for (std::size_t i = first; i < n; i += stride) {
    if (first >= 32) return;
    for (std::size_t i = first; i < n; i += 32) {
// end of Replaces
