// Mistake: threadIdx.x goes down a column: each thread of a warp in a row of its own
// Verdict: wrong_answer
// Message: still have the values
    // Solution 1
    const int y = blockIdx.x * blockDim.x + threadIdx.x;
    const int x = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) {
        return;
    }
    const auto* from =
        reinterpret_cast<const float*>(reinterpret_cast<const char*>(input) + y * input_pitch);
    auto* to = reinterpret_cast<float*>(reinterpret_cast<char*>(output) + y * output_pitch);
    to[x] = factor * from[x];
    // end of Solution 1
