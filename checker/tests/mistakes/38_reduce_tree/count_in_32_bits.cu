// Mistake: as soon as there are more values than an int can count, most of them are left out
// Verdict: wrong_answer
// Only: virtual
// Message: its kernels came no further than element
    // Solution 1:
    const int end = static_cast<int>(n);
    const std::ptrdiff_t first = std::ptrdiff_t{blockIdx.x} * blockDim.x + threadIdx.x;
    const std::ptrdiff_t stride = std::ptrdiff_t{gridDim.x} * blockDim.x;
    float own = 0.0f;
    for (std::ptrdiff_t i = first; i < end; i += stride) {
        own += values[i];
    }
    tree[threadIdx.x] = own;
    // end of Solution 1
