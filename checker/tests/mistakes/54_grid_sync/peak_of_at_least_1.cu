// Mistake: the peak of a thread begins at 1
// Verdict: wrong_answer
// Message: the peak is x[200]
    // Solution 4:
    const auto end = static_cast<std::ptrdiff_t>(n);
    const std::ptrdiff_t step = std::ptrdiff_t{gridDim.x} * threads_per_block;
    const std::ptrdiff_t first = std::ptrdiff_t{blockIdx.x} * threads_per_block + threadIdx.x;
    float own[kept], peak = 1.0f;
#pragma unroll
    for (int k = 0; k < kept; ++k) {
        own[k] = first + k * step < end ? x[first + k * step] : 0.0f;
    }
#pragma unroll
    for (int k = 0; k < kept; ++k) peak = fmaxf(peak, fabsf(own[k]));
    for (std::ptrdiff_t i = first + kept * step; i < end; i += step) {
        peak = fmaxf(peak, fabsf(x[i]));
    }
    peak = largest_of_block(peak);
    if (threadIdx.x == 0) work[blockIdx.x] = peak;
    cooperative_groups::this_grid().sync();
    peak = whole_peak(work);
#pragma unroll
    for (int k = 0; k < kept; ++k) {
        if (first + k * step < end) out[first + k * step] = own[k] / peak;
    }
    for (std::ptrdiff_t i = first + kept * step; i < end; i += step) out[i] = x[i] / peak;
    // end of Solution 4
