// Mistake: counts in int, which overflows before 2^31 elements are reached
// Verdict: wrong_answer
// Message: elements
    // Solution 1:
    const int stride = static_cast<int>(gridDim.x * blockDim.x);
    for (int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x); i < static_cast<int>(n);
         i += stride) {
        out[i] = op(in[i]...);
    }
    // end of Solution 1
