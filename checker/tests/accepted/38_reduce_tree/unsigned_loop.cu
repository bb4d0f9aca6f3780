// Accepted: a while loop over unsigned places; a tree counted in int, the barrier behind each step
    // Solution 1:
    float own = 0.0f;
    std::size_t i = blockIdx.x * static_cast<std::size_t>(blockDim.x) + threadIdx.x;
    while (i < n) {
        own = own + __ldg(values + i);
        i += static_cast<std::size_t>(blockDim.x) * gridDim.x;
    }
    tree[threadIdx.x] = own;
    // end of Solution 1
    // Solution 2:
    int left = static_cast<int>(blockDim.x);
    __syncthreads();
    while (left > 1) {
        const int half = left - left / 2;
        if (static_cast<int>(threadIdx.x) < left / 2) tree[threadIdx.x] += tree[left - 1 - threadIdx.x];
        __syncthreads();
        left = half;
    }
    // end of Solution 2
