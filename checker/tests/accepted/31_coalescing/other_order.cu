// Accepted: counts sectors from the back; a thread without a record returns; the rounds written out; one array after the other
    // Solution 1
    std::size_t seen = ~std::size_t{0};
    int lane = 32;
    while (lane-- > 0) {
        const std::size_t byte = 4 * (first + static_cast<std::size_t>(lane) * step);
        sectors += byte / 32 != seen;
        seen = byte / 32;
    }
    // end of Solution 1
    // Solution 2
    const std::size_t record = threadIdx.x + static_cast<std::size_t>(blockDim.x) * blockIdx.x;
    if (record >= n) return;
    float* const value = &records[record * fields + field];
    *value = *value * factor;
    // end of Solution 2
    // Solution 3
    const int t = static_cast<int>(threadIdx.x);
    const float* const from = points + 3 * first;
    const float a = t < length ? from[t] : 0;
    const float b = t + 256 < length ? from[t + 256] : 0;
    const float c = t + 512 < length ? from[t + 512] : 0;
    tile[t] = a;
    tile[t + 256] = b;
    tile[t + 512] = c;
    __syncthreads();
    // end of Solution 3
    // Solution 4
    const float* const own = tile + 3 * threadIdx.x;
    if (first + threadIdx.x >= n) return;
    x += first, y += first, z += first;
    x[threadIdx.x] = own[0];
    y[threadIdx.x] = own[1];
    z[threadIdx.x] = own[2];
    // end of Solution 4
