// Mistake: waits for the kernel
// Verdict: requirement
// Message: zero_suppress() waited for the device, in cudaStreamSynchronize
// Only: virtual
// Replaces
//|                            threads_per_block>>>(input, output, n, threshold);
                           threads_per_block>>>(input, output, n, threshold);
    cudaStreamSynchronize(nullptr);
// end of Replaces
