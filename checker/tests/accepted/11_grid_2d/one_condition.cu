// Accepted: one condition for the work, indices of 64 bits, elements counted where the pitch allows it
    // Solution 1:
    const std::size_t column = std::size_t{blockIdx.x} * 32 + threadIdx.x;
    const std::size_t row = std::size_t{blockIdx.y} * 8 + threadIdx.y;
    if (column < static_cast<std::size_t>(width) && row < static_cast<std::size_t>(height)) {
        output[row * (output_pitch / sizeof(float)) + column] =
            __fmul_rn(__ldg(&input[row * (input_pitch / sizeof(float)) + column]), factor);
    }
    // end of Solution 1
    // Solution 2:
    const dim3 grid(1 + (width - 1) / block_width, 1 + (height - 1) / block_height);
    // end of Solution 2
