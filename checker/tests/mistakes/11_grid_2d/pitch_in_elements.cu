// Mistake: takes the pitch for a number of elements
// Verdict: fault
// Message: Invalid __global__ read
    // Solution 1
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) {
        return;
    }
    const auto* from =
        input + y * input_pitch;
    auto* to = reinterpret_cast<float*>(reinterpret_cast<char*>(output) + y * output_pitch);
    to[x] = factor * from[x];
    // end of Solution 1
