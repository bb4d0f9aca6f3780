// Accepted: bfloat16 by shifts of bits; a tree in shared memory; w is read before the sum is known
// Solution 1:
__device__ void load_eight(const bf16* place, float (&values)[eight]) {
    const int4 piece = __ldg(reinterpret_cast<const int4*>(place));
    const unsigned words[] = {unsigned(piece.x), unsigned(piece.y), unsigned(piece.z), unsigned(piece.w)};
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        values[2 * i] = __uint_as_float(words[i] << 16);
        values[2 * i + 1] = __uint_as_float(words[i] & 0xffff0000u);
    }
}

__device__ unsigned word_of(float low, float high) {
    return __bfloat16_as_ushort(__float2bfloat16_rn(low)) | unsigned(__bfloat16_as_ushort(__float2bfloat16_rn(high))) << 16;
}

__device__ void store_eight(bf16* place, const float (&values)[eight]) {
    *reinterpret_cast<uint4*>(place) = make_uint4(word_of(values[0], values[1]), word_of(values[2], values[3]),
                                                  word_of(values[4], values[5]), word_of(values[6], values[7]));
}
// end of Solution 1
    // Solution 2:
    __shared__ float sums[most_threads];
    sums[threadIdx.x] = own;
    int count = blockDim.x;
    while (count > 1) {
        __syncthreads();
        const int half = (count + 1) / 2;
        if (threadIdx.x + half < count) sums[threadIdx.x] += sums[threadIdx.x + half];
        count = half;
    }
    __syncthreads();
    return sums[0];
    // end of Solution 2
    // Solution 5:
    float h[most_columns / most_threads], weights[most_columns / most_threads], squares = 0;
    int count = 0;
#pragma unroll
    for (count = 0; count < most_columns / most_threads; ++count) {
        const int i = threadIdx.x + count * blockDim.x;
        h[count] = i < columns ? __bfloat162float(x[i]) + __bfloat162float(r[i]) : 0.0f;
        weights[count] = i < columns ? __bfloat162float(w[i]) : 0.0f;
        squares += h[count] * h[count];
    }
    const float scale = __frsqrt_rn(block_sum(squares) / columns + eps);
#pragma unroll
    for (count = 0; count < most_columns / most_threads; ++count) {
        const int i = threadIdx.x + count * blockDim.x;
        if (i < columns) h_row[i] = __float2bfloat16_rn(h[count]);
        if (i < columns) y_row[i] = __float2bfloat16_rn(h[count] * weights[count] * scale);
    }
    // end of Solution 5
