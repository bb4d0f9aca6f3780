// Mistake: the number of threads in 32 bits, where 2^32 threads are none
// Verdict: wrong_answer
// Message: more threads than 32 bits can count
// Only: virtual
    // Solution 1:
    const unsigned stride = gridDim.x * blockDim.x;
    for (std::size_t k = i; k < n; k += stride) {
        out[k] = x[k] + y[k];
    }
    // end of Solution 1
