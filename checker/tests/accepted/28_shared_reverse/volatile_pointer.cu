// Accepted: places counted from the end; a pointer that walks; bytes as a product of sizes
    // Solution 1:
    int* const mine = data + start + t;
    if (t < length) tile[length - t - 1] = *mine;
    __syncthreads();
    if (t < length) *mine = tile[t];
    // end of Solution 1
    // Solution 2:
    if (start + t < n) tile[t] = __ldg(&input[start + t]);
    __syncthreads();
    const std::size_t target = n - start - length;
    if (target + t < n - start) output[target + t] = tile[length - 1 - t];
    // end of Solution 2
    // Solution 3:
    const std::size_t shared_bytes = sizeof(*data) * static_cast<std::size_t>(block_size);
    // end of Solution 3
    // Solution 4:
    const std::size_t shared_bytes = sizeof(*input) * static_cast<std::size_t>(block_size);
    // end of Solution 4
