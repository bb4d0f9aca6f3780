// Accepted: a tile without rows of its own, indices unrolled, the barrier of a cooperative group's kind
    // Solution 1:
    __shared__ float memory[tile_size * (tile_size + 1)];
    const auto tile = [&](int y, int x) -> float& { return memory[y * (tile_size + 1) + x]; };
    // end of Solution 1
    // Solution 2:
    const int column = blockIdx.x * tile_size + threadIdx.x;
    const int first_row = blockIdx.y * tile_size;
#pragma unroll
    for (int y = static_cast<int>(threadIdx.y); y < tile_size; y += block_rows)
        if (column < columns && first_row + y < rows)
            tile(y, static_cast<int>(threadIdx.x)) =
                __ldg(&input[static_cast<std::size_t>(first_row + y) * columns + column]);
    // end of Solution 2
    // Solution 3:
    __barrier_sync(0);
    // end of Solution 3
    // Solution 4:
    const int output_column = first_row + static_cast<int>(threadIdx.x);
    if (output_column >= rows) return;
#pragma unroll
    for (int x = static_cast<int>(threadIdx.y); x < tile_size; x += block_rows) {
        const int output_row = blockIdx.x * tile_size + x;
        if (output_row < columns) output[static_cast<std::size_t>(output_row) * rows + output_column] = tile(static_cast<int>(threadIdx.x), x);
    }
    // end of Solution 4
