// Mistake: takes `length` for a number of points: floats behind the array are read
// Verdict: fault
// Message: Invalid
    // Solution 3
    for (int k = threadIdx.x; k < fields_of_point * length; k += points_per_block) {
        tile[k] = points[first * fields_of_point + k];
    }
    __syncthreads();
    // end of Solution 3
