// Mistake: as many threads, but a warp works down a column
// Verdict: too_much_traffic
// Message: a warp reads down a column
// Only: virtual
    // Solution 1
    const int thread = threadIdx.y * blockDim.x + threadIdx.x;
    const int x = blockIdx.x * blockDim.x + thread / blockDim.y;
    const int y = blockIdx.y * blockDim.y + thread % blockDim.y;
    if (x >= width || y >= height) {
        return;
    }
    const auto* from =
        reinterpret_cast<const float*>(reinterpret_cast<const char*>(input) + y * input_pitch);
    auto* to = reinterpret_cast<float*>(reinterpret_cast<char*>(output) + y * output_pitch);
    to[x] = factor * from[x];
    // end of Solution 1
