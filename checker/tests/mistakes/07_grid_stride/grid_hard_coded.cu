// Mistake: the launch has a grid of its own, whatever the caller asks for
// Verdict: requirement
// Message: add_kernel was launched with grid 64
// Replaces
//|     add_kernel<<<blocks, threads_per_block>>>(x, y, out, n);
    add_kernel<<<64, 256>>>(x, y, out, n);
// end of Replaces
