// Mistake: a block that has nothing to do, where there are few elements
// Verdict: requirement
// Message: stencil_kernel was launched with grid
// Replaces
//|     stencil_kernel<<<blocks, block_size, shared_bytes>>>(input, output, n, parameter, radius);
    stencil_kernel<<<n < 300 ? blocks + 1 : blocks, block_size, shared_bytes>>>(
        input, output, n, parameter, radius);
// end of Replaces
