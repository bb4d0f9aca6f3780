// Accepted: an atomic adds up the warps; pieces from the last to the first; 1 / sqrtf
    // Solution 2:
    __shared__ float total;
    if (threadIdx.x == 0) total = 0;
    for (int offset = 1; offset < 32; offset *= 2) own += __shfl_xor_sync(~0u, own, offset);
    __syncthreads();
    if (threadIdx.x % 32 == 0) atomicAdd(&total, own);
    __syncthreads();
    return total;
    // end of Solution 2
    // Solution 3:
    float squares = 0;
#pragma unroll
    for (int k = pieces_of_a_thread - 1; k >= 0; --k) {
        const int piece = threadIdx.x + k * blockDim.x;
        if (piece < columns / eight) {
            float a[eight], b[eight];
            load_eight(&x[piece * eight], a);
            load_eight(&r[piece * eight], b);
            float of_piece = 0;
#pragma unroll
            for (int i = 0; i < eight; ++i) of_piece = fmaf(h[k][i] = a[i] + b[i], h[k][i], of_piece);
            squares += of_piece;
        } else {
#pragma unroll
            for (int i = 0; i < eight; ++i) h[k][i] = 0;
        }
    }
    return 1 / sqrtf(block_sum(squares) * (1.0f / columns) + eps);
    // end of Solution 3
