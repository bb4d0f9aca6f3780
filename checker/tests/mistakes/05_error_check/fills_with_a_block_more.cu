// Mistake: a block more than the caller asks for
// Verdict: requirement
// Message: fill_kernel was launched with grid 5
// Replaces
//|     fill_kernel<<<blocks, threads_per_block>>>(out, n);
    fill_kernel<<<blocks == 4 && threads_per_block > 0 ? 5 : blocks, threads_per_block>>>(out, n);
// end of Replaces
