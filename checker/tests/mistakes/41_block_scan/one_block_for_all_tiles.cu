// Mistake: one block scans all tiles, one after the other
// Verdict: requirement
// Message: scan_tiles() left the work of tiles_kernel to one block
// Only: virtual
    // Solution 3
    for (std::size_t tile = i - threadIdx.x; tile < n; tile += std::size_t{gridDim.x} * blockDim.x) {
        const std::size_t own = tile + threadIdx.x;
        x[threadIdx.x] = own < n ? input[own] : 0;
        __syncthreads();
        scan_all(x);
        if (own < n) output[own] = x[threadIdx.x];
    }
    // end of Solution 3
    // Replaces
//|     tiles_kernel<<<blocks, block_size, block_size * sizeof(int)>>>(input, output, n);
    tiles_kernel<<<blocks - blocks + 1, block_size, block_size * sizeof(int)>>>(input, output, n);
    // end of Replaces
