// Accepted: each thread scans four values in a row, which it gets from shared memory
    // Solution 2:
    const int share = (count + static_cast<int>(blockDim.x) - 1) / static_cast<int>(blockDim.x);
    const int first = min(count, share * static_cast<int>(threadIdx.x)), last = min(count, first + share);
    std::int64_t own = 0;
    for (int i = first; i < last; ++i) own += totals[i];
    std::int64_t total;
    std::int64_t before = scan_block(own, total) - own;
    for (int i = first; i < last; ++i) {
        const std::int64_t x = totals[i];
        totals[i] = before;
        before += x;
    }
    // end of Solution 2
    // Solution 3:
    constexpr int each = 4, tile_size = each * threads_per_block;
    __shared__ int tile[tile_size];
    __shared__ std::int64_t results[tile_size];
    std::int64_t so_far = before[blockIdx.x];
    for (std::size_t first = begin; first < end; first += tile_size) {
        const int length = static_cast<int>(min(std::size_t{tile_size}, end - first));
        for (int k = threadIdx.x; k < tile_size; k += threads_per_block) tile[k] = k < length ? values[first + k] : 0;
        __syncthreads();
        std::int64_t own[each], sum = 0;
        for (int k = 0; k < each; ++k) own[k] = sum += tile[threadIdx.x * each + k];
        std::int64_t total;
        const std::int64_t left = so_far + scan_block(sum, total) - sum;
        for (int k = 0; k < each; ++k) results[threadIdx.x * each + k] = left + own[k];
        __syncthreads();
        for (int k = threadIdx.x; k < length; k += threads_per_block) sums[first + k] = results[k];
        so_far += total;
    }
    // end of Solution 3
