// Mistake: the kernel goes into the default stream
// Verdict: fault
// Message: after the work in the streams of the three
// Message: racecheck
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
//|                  stream>>>(view_of(x), view_of(y), view_of(out), shape, count);
                 nullptr>>>(view_of(x), view_of(y), view_of(out), shape, count);
// end of Replaces
