// Mistake: a thread takes one sample, however few threads the grid has
// Verdict: wrong_answer
// Message: never written
    // Solution 2:
    const auto first = std::ptrdiff_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (first < static_cast<std::ptrdiff_t>(n)) output[first] = suppressed(input[first], threshold);
    // end of Solution 2
