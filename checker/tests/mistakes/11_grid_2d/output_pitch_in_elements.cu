// Mistake: takes one of the pitches for a number of elements
// Verdict: fault
// Message: Invalid __global__ write
    // Solution 1
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) {
        return;
    }
    const auto* from =
        reinterpret_cast<const float*>(reinterpret_cast<const char*>(input) + y * input_pitch);
    auto* to = output + y * output_pitch;
    to[x] = factor * from[x];
    // end of Solution 1
