// Mistake: half of the warps count
// Verdict: requirement
// Message: all threads of the block are to count entries
// Only: virtual
// Replaces
//|     for (int i = threadIdx.x; i < count; i += threads_per_block) {
    for (int i = threadIdx.x; i < count && d < threads_per_block / 2; i += threads_per_block / 2) {
// end of Replaces
