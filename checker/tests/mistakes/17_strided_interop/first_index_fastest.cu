// Mistake: without strides, the first index is taken for the fastest
// Verdict: wrong_answer
// Message: no strides: rows without gaps
    // Solution 1
    std::int64_t step = sizeof(float);
    for (int d = 0; d < array.dimensions; ++d) {
        view.strides[d] = array.has_strides ? array.strides[d] : step;
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
