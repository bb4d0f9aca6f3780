// Mistake: strides are bytes, and are multiplied by the size of an element
// Verdict: fault
// Message: memcheck: Invalid __global__ read of size 4 bytes
// Only: virtual
    // Solution 1
    std::int64_t step = sizeof(float);
    for (int d = array.dimensions - 1; d >= 0; --d) {
        view.strides[d] = array.has_strides ? array.strides[d] * 4 : step;
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
