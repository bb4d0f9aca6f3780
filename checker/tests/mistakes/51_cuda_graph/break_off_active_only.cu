// Mistake: ends the capture if it is invalid only
// Verdict: wrong_answer
// Message: `main` is still being captured when
    // Solution 4:
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    if (cudaStreamIsCapturing(stream, &status) != cudaSuccess) return;
    if (status != cudaStreamCaptureStatusInvalidated) return;
    Graph left;
    cudaStreamEndCapture(stream, &left.handle);
    // end of Solution 4
