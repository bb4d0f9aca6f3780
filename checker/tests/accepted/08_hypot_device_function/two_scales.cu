// Accepted: scaled only where it has to be; two elements at a time where the addresses allow it
    // Solution 1:
    __host__ __device__ inline float root_of_squares(float a, float b) {
        return sqrtf(fmaf(a, a, b * b));
    }
    __host__ __device__ float safe_hypot(float a, float b) {
        if (isinf(a) || isinf(b)) return INFINITY;
        const float size = fmaxf(fabsf(a), fabsf(b));
        if (size > 1e18f) return root_of_squares(a * 0x1p-70f, b * 0x1p-70f) * 0x1p70f;
        if (size < 1e-17f) return root_of_squares(a * 0x1p90f, b * 0x1p90f) * 0x1p-90f;
        return root_of_squares(a, b);
    }
    // end of Solution 1
    // Solution 2:
    const std::size_t first = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    const bool fits = (reinterpret_cast<std::size_t>(a) | reinterpret_cast<std::size_t>(b) |
                       reinterpret_cast<std::size_t>(out)) % sizeof(float2) == 0;
    const std::size_t pairs = fits ? count / 2 : 0;
    for (std::size_t i = first; i < pairs; i += stride) {
        const float2 p = reinterpret_cast<const float2*>(a)[i];
        const float2 q = reinterpret_cast<const float2*>(b)[i];
        reinterpret_cast<float2*>(out)[i] = {safe_hypot(p.x, q.x), safe_hypot(p.y, q.y)};
    }
    for (std::size_t i = 2 * pairs + first; i < count; i += stride) out[i] = safe_hypot(a[i], b[i]);
    // end of Solution 2
