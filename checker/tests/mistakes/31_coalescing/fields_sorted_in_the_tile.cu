// Mistake: brings the fields one after the other: right arrays with a TODO 4 that fits, another tile than asked for
// Verdict: wrong_answer
// Message: the values are right, but they stand in wrong places
    // Solution 3
    for (int k = threadIdx.x; k < length; k += points_per_block) {
        tile[k % fields_of_point * points_per_block + k / fields_of_point] = points[first * fields_of_point + k];
    }
    __syncthreads();
    // end of Solution 3
    // Solution 4
    const std::size_t i = first + threadIdx.x;
    if (i < n) {
        x[i] = tile[threadIdx.x];
        y[i] = tile[points_per_block + threadIdx.x];
        z[i] = tile[2 * points_per_block + threadIdx.x];
    }
    // end of Solution 4
