// Mistake: the place of a pixel is an int
// Verdict: fault
// Message: more pixels than an int can count
// Only: virtual
    // Solution 1:
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    const int from_row = static_cast<int>(input_pitch / sizeof(float));
    const int to_row = static_cast<int>(output_pitch / sizeof(float));
    output[y * to_row + x] = factor * input[y * from_row + x];
    // end of Solution 1
