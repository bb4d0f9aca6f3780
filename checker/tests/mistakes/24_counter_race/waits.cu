// Mistake: waits for the device
// Verdict: requirement
// Message: count_threads() waited for the device, in cudaDeviceSynchronize
// Replaces
//|     count_threads_kernel<<<blocks, threads_per_block>>>(counter);
    count_threads_kernel<<<blocks, threads_per_block>>>(counter);
    cudaDeviceSynchronize();
// end of Replaces
