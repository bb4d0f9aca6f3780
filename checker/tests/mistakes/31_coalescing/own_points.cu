// Mistake: the stride is kept: each thread brings the three floats of its own point
// Verdict: too_much_traffic
// Message: lanes of a warp read floats that lie apart
// Message: 12
// Only: virtual
    // Solution 3
    for (int f = 0; f < fields_of_point; ++f) {
        const int k = fields_of_point * static_cast<int>(threadIdx.x) + f;
        if (k < length) tile[k] = points[first * fields_of_point + k];
    }
    __syncthreads();
    // end of Solution 3
