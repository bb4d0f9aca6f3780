// Accepted: rows are read four elements at a time where their address allows it
    // Solution 1:
    const std::size_t row = std::size_t{blockIdx.x} * blockDim.y + threadIdx.y;
    const std::size_t first = std::size_t{blockIdx.y} * blockDim.x + threadIdx.x;
    const std::size_t step = std::size_t{gridDim.y} * blockDim.x;
    float own = 0.0f;
    if (row < rows) {
        const float* const elements = matrix + row * columns;
        const bool aligned = reinterpret_cast<std::size_t>(elements) % sizeof(float4) == 0;
        const std::size_t fours = aligned && columns >= 1024 ? columns / 4 : 0;
        for (std::size_t k = first; k < fours; k += step) {
            const float4 four = reinterpret_cast<const float4*>(elements)[k];
            own += (four.x + four.y) + (four.z + four.w);
        }
        for (std::size_t k = 4 * fours + first; k < columns; k += step) own += elements[k];
    }
    const float together = sum_in_group(own, group);
    if (row < rows && threadIdx.x % group == 0) atomicAdd(&sums[row], together);
    // end of Solution 1
