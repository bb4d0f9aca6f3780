// Mistake: the place of a value is computed in 32 bits
// Verdict: wrong_answer
// Message: more than 32 bits can count
// Only: virtual
    // Solution 3:
    const unsigned place = static_cast<unsigned>(i);
    x[threadIdx.x] = place < n ? input[place] : 0;
    __syncthreads();
    scan_all(x);
    if (place < n) output[place] = x[threadIdx.x];
    // end of Solution 3
