// Mistake: each block writes the places of the first one
// Verdict: fault
// Message: Race
// Only: virtual
    // Solution 4
    const std::size_t i = threadIdx.x;
    if (i < n) {
        x[i] = tile[fields_of_point * i];
        y[i] = tile[fields_of_point * i + 1];
        z[i] = tile[fields_of_point * i + 2];
    }
    // end of Solution 4
