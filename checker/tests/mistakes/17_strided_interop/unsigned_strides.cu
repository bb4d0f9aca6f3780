// Mistake: strides below 0 become very large ones
// Verdict: fault
// Message: strides below 0: backwards
// Message: memcheck: Invalid __global__ read
// Only: virtual
// Replaces
//|     std::int64_t strides[most_dimensions]; // in bytes, which is why data counts in char
    std::uint32_t strides[most_dimensions]; // in bytes, which is why data counts in char
// end of Replaces
    // Solution 1
    std::int64_t step = sizeof(float);
    for (int d = array.dimensions - 1; d >= 0; --d) {
        view.strides[d] = static_cast<std::uint32_t>(array.has_strides ? array.strides[d] : step);
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
