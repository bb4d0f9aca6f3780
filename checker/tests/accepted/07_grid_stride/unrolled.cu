// Accepted: signed indices of 64 bits and an unrolled loop; pointers that walk
    // Solution 1:
    const auto end = static_cast<std::ptrdiff_t>(n);
    const std::ptrdiff_t stride = std::ptrdiff_t{gridDim.x} * blockDim.x;
#pragma unroll 4
    for (auto k = static_cast<std::ptrdiff_t>(i); k < end; k += stride) {
        out[k] = x[k] + y[k];
    }
    // end of Solution 1
    // Solution 2:
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    const float* const end = x + n;
    y += std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    for (x += std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; x < end; x += stride, y += stride) {
        *y += a * *x;
    }
    // end of Solution 2
