// Mistake: memory of others is freed
// Verdict: fault
// Message: was called for memory that add_arrays() had not allocated
// Only: virtual
    // Solution 4
    if (producer == 0) {
        return;
    }
    cudaEvent_t mark = nullptr;
    check(cudaEventCreateWithFlags(&mark, cudaEventDisableTiming));
    check(cudaEventRecord(mark, reinterpret_cast<cudaStream_t>(producer)));
    check(cudaStreamWaitEvent(stream, mark));
    check(cudaEventDestroy(mark)); // it is kept until no stream waits for it any more
    // end of Solution 4
// Replaces
//|     check(cudaGetLastError());
    check(cudaGetLastError());
    check(cudaFree(reinterpret_cast<void*>(x.pointer)));
// end of Replaces
