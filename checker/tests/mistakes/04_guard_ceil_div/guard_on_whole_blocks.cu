// Mistake: only blocks that are full do anything
// Verdict: wrong_answer
// Message: no element was ever written
    // Solution 2
    if ((blockIdx.x + 1) * std::size_t{blockDim.x} <= n) {
        output[i] = static_cast<double>(input[i]);
    }
    // end of Solution 2
