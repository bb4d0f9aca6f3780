// Mistake: neighbouring threads of reverse_tiles write elements that lie apart
// Verdict: too_much_traffic
// Message: neighbouring threads do not write neighbouring elements
// Only: virtual
    // Solution 1
    if (t < length) tile[t] = data[start + t];
    __syncthreads();
    const int u = length % 8 == 0 ? t % 8 * (length / 8) + t / 8 : t;
    if (t < length) data[start + u] = tile[length - 1 - u];
    // end of Solution 1
