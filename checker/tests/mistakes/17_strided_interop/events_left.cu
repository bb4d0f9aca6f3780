// Mistake: makes an event for each stream and never destroys it
// Verdict: requirement
// Message: left behind an event
// Only: virtual
    // Solution 4:
    if (producer == 0) {
        return;
    }
    cudaEvent_t mark = nullptr;
    check(cudaEventCreateWithFlags(&mark, cudaEventDisableTiming));
    check(cudaEventRecord(mark, reinterpret_cast<cudaStream_t>(producer)));
    check(cudaStreamWaitEvent(stream, mark));
    // end of Solution 4
