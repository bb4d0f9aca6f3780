// Mistake: scale waits for its kernel
// Verdict: requirement
// Message: scale() waited for the device, in cudaDeviceSynchronize
// Only: virtual
// Replaces
//|     check(cudaGetLastError());
    check(cudaGetLastError());
    check(cudaDeviceSynchronize());
// end of Replaces
