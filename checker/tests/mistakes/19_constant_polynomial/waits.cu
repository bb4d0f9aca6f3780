// Mistake: waits for the device before it returns
// Verdict: requirement
// Message: evaluate() waited for the device, in cudaDeviceSynchronize
// Replaces
//|     check(cudaGetLastError());
    check(cudaGetLastError());
    check(cudaDeviceSynchronize());
// end of Replaces
