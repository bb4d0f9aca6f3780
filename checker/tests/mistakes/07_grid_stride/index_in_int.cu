// Mistake: counts in int, which overflows before 2^31 elements are reached
// Verdict: wrong_answer
// Message: elements
    // Solution 1:
    const int stride = static_cast<int>(gridDim.x * blockDim.x);
    for (int k = static_cast<int>(i); k < static_cast<int>(n); k += stride) {
        out[k] = x[k] + y[k];
    }
    // end of Solution 1
