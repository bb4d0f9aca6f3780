// Mistake: the host waits for the work in the other streams
// Verdict: requirement
// Message: the host stands still: add called cudaEventSynchronize
    // Solution 4
    if (producer == 0) {
        return;
    }
    cudaEvent_t mark = nullptr;
    check(cudaEventCreateWithFlags(&mark, cudaEventDisableTiming));
    check(cudaEventRecord(mark, reinterpret_cast<cudaStream_t>(producer)));
    check(cudaEventSynchronize(mark));
    check(cudaEventDestroy(mark)); // it is kept until no stream waits for it any more
    // end of Solution 4
