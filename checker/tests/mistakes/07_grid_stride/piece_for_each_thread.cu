// Mistake: a piece of the array for each thread, as on a CPU
// Verdict: too_much_traffic
// Message: neighbouring threads are to take neighbouring elements
// Only: virtual
    // Solution 1
    const std::size_t threads = std::size_t{gridDim.x} * blockDim.x;
    const std::size_t piece = (n + threads - 1) / threads;
    for (std::size_t k = i * piece; k < (i + 1) * piece && k < n; ++k) {
        out[k] = x[k] + y[k];
    }
    // end of Solution 1
