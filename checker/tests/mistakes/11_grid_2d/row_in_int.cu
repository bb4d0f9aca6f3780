// Mistake: the distance to a row, in bytes, is an int
// Verdict: fault
// Message: more pixels than an int can count
// Only: virtual
    // Solution 1:
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    const int from_row = y * static_cast<int>(input_pitch);
    const int to_row = y * static_cast<int>(output_pitch);
    const auto* from = reinterpret_cast<const float*>(reinterpret_cast<const char*>(input) + from_row);
    auto* to = reinterpret_cast<float*>(reinterpret_cast<char*>(output) + to_row);
    to[x] = factor * from[x];
    // end of Solution 1
