// Mistake: the first warp of a block reads the whole row
// Verdict: requirement
// Message: all threads of a block are to read values of its row
// Only: virtual
// Replaces
//| #pragma unroll 4
//|     for (int i = threadIdx.x; i < columns; i += threads_per_block) {
    for (int i = threadIdx.x; threadIdx.x < 32 && i < columns; i += 32) {
// end of Replaces
