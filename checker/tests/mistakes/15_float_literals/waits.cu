// Mistake: waits for the kernel
// Verdict: requirement
// Message: waited for the device, in cudaDeviceSynchronize
// Only: virtual
// Replaces
//|     gaussian_kernel<<<blocks_for(n), threads_per_block>>>(x, mean, sigma, out, n);
//|     check(cudaGetLastError());
    gaussian_kernel<<<blocks_for(n), threads_per_block>>>(x, mean, sigma, out, n);
    check(cudaGetLastError());
    check(cudaDeviceSynchronize());
// end of Replaces
// Replaces
//|     wave_kernel<<<blocks_for(n), threads_per_block>>>(t, tau, out, n);
//|     check(cudaGetLastError());
    wave_kernel<<<blocks_for(n), threads_per_block>>>(t, tau, out, n);
    check(cudaGetLastError());
    check(cudaDeviceSynchronize());
// end of Replaces
