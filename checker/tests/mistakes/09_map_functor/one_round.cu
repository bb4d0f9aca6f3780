// Mistake: a thread makes one element, however few threads the grid has
// Verdict: wrong_answer
// Message: never written
    // Solution 1:
    const auto i = std::ptrdiff_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < static_cast<std::ptrdiff_t>(n)) out[i] = op(in[i]...);
    // end of Solution 1
