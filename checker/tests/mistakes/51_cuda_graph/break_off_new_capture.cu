// Mistake: begins a capture anew and ends it
// Verdict: wrong_answer
// Message: `main` is still being captured when
    // Solution 4:
    Graph left;
    if (cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal) == cudaSuccess)
        cudaStreamEndCapture(stream, &left.handle);
    cudaGetLastError();
    // end of Solution 4
