// Mistake: the first thread looks for the coldest alone: nothing happens in between
// Verdict: requirement
// Message: find_coldest: the threads share the readings
// Message: so that there is no race
// Only: virtual
// Replaces
//|     for (std::size_t i = first; i < n; i += stride) {
    for (std::size_t i = first; first == 0 && i < n; ++i) {
// end of Replaces
