// Mistake: the first thread of each block converts all elements of its block
// Verdict: requirement
// Message: some threads convert for the others
// Only: virtual
    // Solution 2
    const std::size_t end = n - i < blockDim.x ? n : i + blockDim.x;
    for (std::size_t k = i; threadIdx.x == 0 && k < end; ++k) {
        output[k] = static_cast<double>(input[k]);
    }
    // end of Solution 2
