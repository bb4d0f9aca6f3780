// Mistake: waits for the device before it returns
// Verdict: requirement
// Message: stencil() waited for the device, in cudaStreamSynchronize
// Replaces
//|     check(cudaGetLastError());
    check(cudaGetLastError());
    check(cudaStreamSynchronize(nullptr));
// end of Replaces
