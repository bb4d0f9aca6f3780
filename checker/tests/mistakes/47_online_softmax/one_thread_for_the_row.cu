// Mistake: thread 0 reads the whole row
// Verdict: requirement
// Message: the row is read by too few threads
// Only: virtual
// Replaces
//| #pragma unroll 4
//|     for (int i = threadIdx.x; i < columns; i += threads_per_block) {
    for (int i = threadIdx.x == 0 ? 0 : columns; i < columns; ++i) {
// end of Replaces
