// Mistake: the first warp of the grid takes all neurons
// Verdict: requirement
// Message: one warp or block does the work of the others
// Only: virtual
    // Solution 2
    if (blockIdx.x > 0 || threadIdx.x >= 32) return;
    for (std::size_t i = threadIdx.x; i < n; i += 32) {
        out[i] = neuron(grey[i], weights[i]);
    }
    // end of Solution 2
