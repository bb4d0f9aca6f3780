// Mistake: threads beyond the last point write
// Verdict: fault
// Message: n = 1;
    // Solution 4
    const std::size_t i = first + threadIdx.x;
    x[i] = tile[fields_of_point * threadIdx.x];
    y[i] = tile[fields_of_point * threadIdx.x + 1];
    z[i] = tile[fields_of_point * threadIdx.x + 2];
    // end of Solution 4
