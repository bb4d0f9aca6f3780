// Mistake: the first warp of a block takes its eight rows one after the other
// Verdict: requirement
// Message: some warps scale for the others
// Only: virtual
    // Solution 1
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int first = blockIdx.y * blockDim.y;
    for (int y = first; y < first + 8 && threadIdx.y == 0 && x < width && y < height; ++y) {
        const auto* from =
            reinterpret_cast<const float*>(reinterpret_cast<const char*>(input) + y * input_pitch);
        auto* to = reinterpret_cast<float*>(reinterpret_cast<char*>(output) + y * output_pitch);
        to[x] = factor * from[x];
    }
    // end of Solution 1
