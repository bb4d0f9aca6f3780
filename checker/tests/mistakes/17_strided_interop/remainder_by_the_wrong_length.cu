// Mistake: k is taken apart by the extent one dimension further on
// Verdict: fault
// Message: no strides: rows without gaps
// Message: memcheck: Invalid __global__ read
// Only: virtual
        // Solution 3
        std::int64_t left = k;
        char *x_at = x.data, *y_at = y.data, *out_at = out.data;
        for (int d = shape.dimensions - 1; d >= 0; --d) {
            const std::int64_t quotient = d > 0 ? left / shape.extents[d - 1] : 0;
            const std::int64_t index = left - quotient * shape.extents[d > 0 ? d - 1 : 0];
            left = quotient;
            x_at += index * x.strides[d];
            y_at += index * y.strides[d];
            out_at += index * out.strides[d];
        }
        *reinterpret_cast<float*>(out_at) =
            *reinterpret_cast<const float*>(x_at) + *reinterpret_cast<const float*>(y_at);
        // end of Solution 3
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
