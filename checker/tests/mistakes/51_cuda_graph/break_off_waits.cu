// Mistake: waits for the stream instead of ending the capture
// Verdict: requirement
// Message: the host waited (cudaStreamSynchronize
// Only: virtual
    // Solution 4:
    cudaStreamSynchronize(stream);
    cudaGetLastError();
    // end of Solution 4
