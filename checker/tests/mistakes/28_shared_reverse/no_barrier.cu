// Mistake: no barrier between writing the tile and reading it
// Verdict: fault
// Message: Race reported
// Only: virtual
    // Solution 1
    if (t < length) tile[t] = data[start + t];
    if (t < length) data[start + t] = tile[length - 1 - t];
    // end of Solution 1
    // Solution 2
    if (t < length) tile[t] = input[start + t];
    if (t < length) output[n - start - length + t] = tile[length - 1 - t];
    // end of Solution 2
