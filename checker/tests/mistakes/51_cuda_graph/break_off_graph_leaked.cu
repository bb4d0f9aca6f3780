// Mistake: the graph of the broken capture is not destroyed
// Verdict: requirement
// Message: left behind a graph
// Only: virtual
    // Solution 4:
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    if (cudaStreamIsCapturing(stream, &status) != cudaSuccess) return;
    if (status == cudaStreamCaptureStatusNone) return;
    cudaGraph_t left = nullptr;
    cudaStreamEndCapture(stream, &left);
    // end of Solution 4
