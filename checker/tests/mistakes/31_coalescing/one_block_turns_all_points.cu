// Mistake: one block turns all points, tile after tile
// Verdict: requirement
// Message: to_arrays() left the work of to_arrays_kernel to one block
// Only: virtual
    // Replaces
//|     const std::size_t first = std::size_t{blockIdx.x} * points_per_block;
//|     bring_tile(points, n, first, tile);
    for (std::size_t first = 0; first < n; first += points_per_block) {
        bring_tile(points, n, first, tile);
    // end of Replaces
        // Solution 4
        const std::size_t i = first + threadIdx.x;
        if (i < n) {
            x[i] = tile[fields_of_point * threadIdx.x];
            y[i] = tile[fields_of_point * threadIdx.x + 1];
            z[i] = tile[fields_of_point * threadIdx.x + 2];
        }
        __syncthreads(); // the next tile is brought into its place
    }
    // end of Solution 4
    // Replaces
//|     to_arrays_kernel<<<blocks, points_per_block>>>(points, n, x, y, z);
    to_arrays_kernel<<<blocks - blocks + 1, points_per_block>>>(points, n, x, y, z);
    // end of Replaces
