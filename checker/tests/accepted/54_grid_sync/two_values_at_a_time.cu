// Accepted: other loops; atomics for the peak of a block; a fence that is not needed
    // Solution 3:
    find_peak(x, n, work);
    __threadfence();
    cooperative_groups::sync(cooperative_groups::this_grid());
    scale(x, n, work, out);
    cooperative_groups::sync(cooperative_groups::this_grid());
    // end of Solution 3
    // Solution 4:
    __shared__ unsigned largest;
    if (threadIdx.x == 0) largest = 0;
    __syncthreads();
    const unsigned end = static_cast<unsigned>(n), step = gridDim.x * blockDim.x;
    const unsigned first = blockIdx.x * blockDim.x + threadIdx.x;
    float own[kept];
    unsigned peak = 0;
#pragma unroll
    for (int k = 0; k < kept; ++k) {
        const unsigned i = first + k * step;
        own[k] = 0.0f;
        if (i < end) own[k] = x[i];
        peak = max(peak, __float_as_uint(fabsf(own[k])));
    }
    for (unsigned i = first + kept * step; i < end; i += step) peak = max(peak, __float_as_uint(fabsf(x[i])));
    atomicMax(&largest, peak);
    __syncthreads();
    if (threadIdx.x == 0) work[blockIdx.x] = __uint_as_float(largest);
    cooperative_groups::this_grid().sync();
    const float whole = whole_peak(work);
    for (unsigned i = first + kept * step; i < end; i += step) out[i] = x[i] / whole;
#pragma unroll
    for (int k = kept - 1; k >= 0; --k) {
        if (const unsigned i = first + k * step; i < end) out[i] = own[k] / whole;
    }
    // end of Solution 4
