// Mistake: looks at no error of the events
// Verdict: requirement
// Message: returned as if nothing had happened
// Only: virtual
    // Solution 4:
    if (producer == 0) {
        return;
    }
    cudaEvent_t mark = nullptr;
    cudaEventCreateWithFlags(&mark, cudaEventDisableTiming);
    cudaEventRecord(mark, reinterpret_cast<cudaStream_t>(producer));
    cudaStreamWaitEvent(stream, mark);
    cudaEventDestroy(mark);
    cudaGetLastError();
    // end of Solution 4
