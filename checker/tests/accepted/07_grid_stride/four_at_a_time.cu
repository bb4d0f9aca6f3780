// Accepted: loads of 16 bytes where the addresses allow it, one by one elsewhere
    // Solution 1:
    const std::size_t threads = std::size_t{gridDim.x} * blockDim.x;
    const auto address = reinterpret_cast<std::size_t>(x) | reinterpret_cast<std::size_t>(y) |
                         reinterpret_cast<std::size_t>(out);
    const std::size_t fours = address % sizeof(int4) == 0 ? n / 4 : 0;
    for (std::size_t k = i; k < fours; k += threads) {
        const int4 p = reinterpret_cast<const int4*>(x)[k], q = reinterpret_cast<const int4*>(y)[k];
        reinterpret_cast<int4*>(out)[k] = make_int4(p.x + q.x, p.y + q.y, p.z + q.z, p.w + q.w);
    }
    for (std::size_t k = 4 * fours + i; k < n; k += threads) {
        out[k] = x[k] + y[k];
    }
    // end of Solution 1
    // Solution 2:
    const std::size_t first = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    const std::size_t step = std::size_t{gridDim.x} * blockDim.x;
    const bool even = (reinterpret_cast<std::size_t>(x) | reinterpret_cast<std::size_t>(y)) %
                          sizeof(float2) == 0;
    const std::size_t pairs = even ? n / 2 : 0;
    for (std::size_t k = first; k < pairs; k += step) {
        const float2 p = reinterpret_cast<const float2*>(x)[k];
        float2 q = reinterpret_cast<float2*>(y)[k];
        q.x = fmaf(a, p.x, q.x);
        q.y = fmaf(a, p.y, q.y);
        reinterpret_cast<float2*>(y)[k] = q;
    }
    for (std::size_t k = 2 * pairs + first; k < n; k += step) {
        y[k] = fmaf(a, x[k], y[k]);
    }
    // end of Solution 2
