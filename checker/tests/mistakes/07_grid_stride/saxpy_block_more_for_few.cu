// Mistake: a block more than the caller asks for, where there is little to do
// Verdict: requirement
// Message: saxpy_kernel was launched with grid
// Replaces
//|     saxpy_kernel<<<blocks, threads_per_block>>>(a, x, y, n);
    saxpy_kernel<<<n < 300 ? blocks + 1 : blocks, threads_per_block>>>(a, x, y, n);
// end of Replaces
