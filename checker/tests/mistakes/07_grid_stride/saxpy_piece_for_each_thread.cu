// Mistake: a piece of the array for each thread, as on a CPU
// Verdict: too_much_traffic
// Message: neighbouring threads are to take neighbouring elements
// Only: virtual
    // Solution 2
    const std::size_t thread = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    const std::size_t threads = std::size_t{gridDim.x} * blockDim.x;
    const std::size_t piece = (n + threads - 1) / threads;
    for (std::size_t i = thread * piece; i < (thread + 1) * piece && i < n; ++i) {
        y[i] = a * x[i] + y[i];
    }
    // end of Solution 2
