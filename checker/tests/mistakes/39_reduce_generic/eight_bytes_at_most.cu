// Mistake: values travel by shuffles of 8 bytes; what is larger loses the rest
// Verdict: wrong_answer
// Message: are all 16 bytes of a value passed on?
    // Solution 1:
    union Bytes { // what T holds, in two words
        T value;
        unsigned words[2];
        __device__ Bytes() {}
    };
    __shared__ T tree[threads_per_block / 32];
    __syncthreads();
    const unsigned lane = threadIdx.x % 32;
    for (unsigned step = 1; step < 32; step *= 2) {
        Bytes other;
        other.value = own;
        other.words[0] = __shfl_down_sync(0xffffffff, other.words[0], step);
        if (sizeof(T) > 4) other.words[1] = __shfl_down_sync(0xffffffff, other.words[1], step);
        if (lane % (2 * step) == 0) own = op(own, other.value);
    }
    if (lane == 0) tree[threadIdx.x / 32] = own;
    __syncthreads();
    T result = tree[0];
    for (unsigned warp = 1; warp < threads_per_block / 32; ++warp) result = op(result, tree[warp]);
    return result;
    // end of Solution 1
