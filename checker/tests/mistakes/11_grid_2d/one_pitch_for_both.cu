// Mistake: the pitch of the input for the output as well
// Verdict: wrong_answer
// Message: 20 x 5 pixels
    // Solution 1
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) {
        return;
    }
    const auto* from =
        reinterpret_cast<const float*>(reinterpret_cast<const char*>(input) + y * input_pitch);
    auto* to = reinterpret_cast<float*>(reinterpret_cast<char*>(output) + y * input_pitch);
    to[x] = factor * from[x];
    // end of Solution 1
