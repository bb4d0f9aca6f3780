// Mistake: the first warp of a block reads the whole row, and passes it on in shared memory
// Verdict: requirement
// Message: all warps of a block are to take pieces
// Message: all warps of a block are to take elements
// Only: virtual
    // Solution 3
    __shared__ float passed[most_threads][eight];
    float squares = 0.0f;
#pragma unroll
    for (int k = 0; k < pieces_of_a_thread; ++k) {
        for (int t = threadIdx.x; threadIdx.x < 32 && t < blockDim.x; t += 32) {
            const int first = (t + k * blockDim.x) * eight;
            if (first >= columns) continue;
            float own[eight], other[eight];
            load_eight(x + first, own);
            load_eight(r + first, other);
            for (int i = 0; i < eight; ++i) passed[t][i] = own[i] + other[i];
        }
        __syncthreads();
        const bool there = (threadIdx.x + k * blockDim.x) * eight < columns;
        for (int i = 0; there && i < eight; ++i) {
            h[k][i] = passed[threadIdx.x][i];
            squares += h[k][i] * h[k][i];
        }
        __syncthreads();
    }
    return rsqrtf(block_sum(squares) / columns + eps);
    // end of Solution 3
    // Solution 5
    constexpr int most = pieces_of_a_thread * eight;
    __shared__ float passed[most_threads];
    float h[most], squares = 0.0f;
#pragma unroll
    for (int k = 0; k < most; ++k) {
        const int first = k * blockDim.x;
        for (int t = threadIdx.x; threadIdx.x < 32 && t < blockDim.x; t += 32) {
            if (first + t >= columns) continue;
            passed[t] = __bfloat162float(x[first + t]) + __bfloat162float(r[first + t]);
        }
        __syncthreads();
        if (first + threadIdx.x < columns) {
            h[k] = passed[threadIdx.x];
            squares += h[k] * h[k];
        }
        __syncthreads();
    }
    const float scale = rsqrtf(block_sum(squares) / columns + eps);
#pragma unroll
    for (int k = 0; k < most; ++k) {
        const int i = threadIdx.x + k * blockDim.x;
        if (i >= columns) continue;
        h_row[i] = __float2bfloat16(h[k]);
        y_row[i] = __float2bfloat16(h[k] * scale * __bfloat162float(w[i]));
    }
    // end of Solution 5
