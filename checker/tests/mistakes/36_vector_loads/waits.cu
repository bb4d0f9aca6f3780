// Mistake: waits for the device
// Verdict: requirement
// Message: scale() waited for the device
// Only: virtual
// Replaces
//|     scale_kernel<<<blocks_for(parts), threads_per_block>>>(values, parts, factor);
//|     check(cudaGetLastError());
    scale_kernel<<<blocks_for(parts), threads_per_block>>>(values, parts, factor);
    check(cudaDeviceSynchronize());
// end of Replaces
