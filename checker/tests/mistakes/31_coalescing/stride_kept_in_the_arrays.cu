// Mistake: writes x, y and z as far apart as they were
// Verdict: fault
// Message: Invalid __global__ write
    // Solution 4
    const std::size_t i = first + threadIdx.x;
    if (i < n) {
        x[3 * i] = tile[fields_of_point * threadIdx.x];
        y[3 * i] = tile[fields_of_point * threadIdx.x + 1];
        z[3 * i] = tile[fields_of_point * threadIdx.x + 2];
    }
    // end of Solution 4
