// Mistake: goes on from what an earlier call left
// Verdict: wrong_answer
// Message: expected
// Replaces
//|     cudaMemsetAsync(count, 0, sizeof *count);
// end of Replaces
