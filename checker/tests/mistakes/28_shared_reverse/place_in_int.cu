// Mistake: a place of the array is kept in an int
// Verdict: fault
// Message: more than 32 bits can count
    // Solution 2:
    const int from = static_cast<int>(start) + t, to = static_cast<int>(left) - length + t;
    if (t < length) tile[t] = input[from];
    __syncthreads();
    if (t < length) output[to] = tile[length - 1 - t];
    // end of Solution 2
