// Accepted: the block's floats are brought four at a time where they are aligned, and one at a time where not
    // Solution 1
    // The lanes rise: below 8 floats apart no sector between the first and the last is left out.
    sectors = step >= 8 ? 32 : static_cast<int>((first + 31 * step) / 8 - first / 8) + 1;
    // end of Solution 1
    // Solution 3
    const float* const from = points + first * fields_of_point;
    if (length == tile_floats && reinterpret_cast<std::size_t>(from) % 16 == 0) {
        if (threadIdx.x < tile_floats / 4) {
            const float4 four = reinterpret_cast<const float4*>(from)[threadIdx.x];
            tile[4 * threadIdx.x] = four.x;
            tile[4 * threadIdx.x + 1] = four.y;
            tile[4 * threadIdx.x + 2] = four.z;
            tile[4 * threadIdx.x + 3] = four.w;
        }
    } else {
        for (int k = threadIdx.x; k < length; k += points_per_block) tile[k] = from[k];
    }
    __syncthreads();
    // end of Solution 3
