// Accepted: sums by shuffles down, loops of one element, widths from a list
    // Solution 1:
    const std::size_t row = blockIdx.x * std::size_t{blockDim.y} + threadIdx.y;
    float own = 0.0f;
    if (row < rows)
        for (std::size_t c = blockIdx.y * std::size_t{blockDim.x} + threadIdx.x; c < columns;
             c += std::size_t{blockDim.x} * gridDim.y)
            own += matrix[row * columns + c];
    for (unsigned d = group / 2; d != 0; d >>= 1) own += __shfl_down_sync(0xffffffffu, own, d, static_cast<int>(group));
    if (threadIdx.x % group == 0 && row < rows) atomicAdd(sums + row, own);
    // end of Solution 1
    // Solution 3:
    int width = 1;
    if (rows < 1024)
        width = 256;
    else
        while (width < 32 && static_cast<std::size_t>(width) * 16 <= columns) width *= 2;
    const int height = threads_per_block / width;
    const int pieces = pieces_for((rows + height - 1) / height, columns, width);
    // end of Solution 3
