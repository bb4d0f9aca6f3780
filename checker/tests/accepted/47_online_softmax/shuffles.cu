// Accepted: no branch in with_value; states merged by shuffles, warps through shared memory; one division for each row
    // Solution 1:
    float largest = x[0], total = 0;
    for (const float* p = x; p != x + columns; ++p) largest = *p > largest ? *p : largest;
    const float from = largest > -INFINITY ? largest : 0.0f;
    for (const float* p = x; p != x + columns; ++p) total += expf(*p - from);
    const float scale = total > 0 ? 1.0f / total : 0.0f;
    for (int i = 0; i < columns; ++i) weights[i] = expf(x[i] - from) * scale;
    // end of Solution 1
    // Solution 2:
    const float maximum = fmaxf(state.maximum, x), from = fmaxf(maximum, -3.4e38f);
    return State{maximum, fmaf(state.sum, expf(state.maximum - from), expf(x - from))};
    // end of Solution 2
    // Solution 3:
    const State &low = a.maximum < b.maximum ? a : b, &high = a.maximum < b.maximum ? b : a;
    if (low.sum == 0) return high;
    return State{high.maximum, high.sum + low.sum * std::exp(low.maximum - high.maximum)};
    // end of Solution 3
    // Solution 4:
    __shared__ float maxima[32], sums[32];
    State own{-INFINITY, 0};
    for (int i = threadIdx.x; i < columns; i += blockDim.x) own = with_value(own, __ldg(x + i));
    const auto across_warp = [](State state) {
        for (int half = 16; half > 0; half /= 2)
            state = merge(state, {__shfl_xor_sync(~0u, state.maximum, half), __shfl_xor_sync(~0u, state.sum, half)});
        return state;
    };
    own = across_warp(own);
    if (threadIdx.x % 32 == 0) maxima[threadIdx.x / 32] = own.maximum;
    if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = own.sum;
    __syncthreads();
    own = {-INFINITY, 0};
    if (threadIdx.x % 32 < threads_per_block / 32) own = {maxima[threadIdx.x % 32], sums[threadIdx.x % 32]};
    return across_warp(own);
    // end of Solution 4
    // Solution 5:
    const auto [maximum, sum] = row_state(x, columns);
    const float scale = sum > 0 ? 1 / sum : 0, from = sum > 0 ? maximum : 0;
#pragma unroll 4
    for (int i = threadIdx.x; i < columns; i += blockDim.x) weights[i] = scale * expf(x[i] - from);
    // end of Solution 5
