// Mistake: reverses every tile but leaves it where it was
// Verdict: wrong_answer
// Message: element
    // Solution 2
    if (t < length) tile[t] = input[start + t];
    __syncthreads();
    if (t < length) output[start + t] = tile[length - 1 - t];
    // end of Solution 2
