// Mistake: waits for the kernel
// Verdict: requirement
// Message: convert() waited for the device, in cudaDeviceSynchronize
// Only: virtual
    // Solution 1
    const std::size_t full_blocks = n / threads_per_block;
    return static_cast<unsigned>(full_blocks + (n % threads_per_block != 0 ? 1 : 0));
    // end of Solution 1
// Replaces
//|     convert_kernel<<<blocks_for(n, threads_per_block), threads_per_block>>>(input, output, n);
    convert_kernel<<<blocks_for(n, threads_per_block), threads_per_block>>>(input, output, n);
    cudaDeviceSynchronize();
// end of Replaces
