// Mistake: the strides of the description are not looked at
// Verdict: fault
// Message: strides in bytes: gaps, columns, fields
// Only: virtual
    // Solution 1
    std::int64_t step = sizeof(float);
    for (int d = array.dimensions - 1; d >= 0; --d) {
        view.strides[d] = step;
        step *= array.shape[d];
    }
    // end of Solution 1
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
