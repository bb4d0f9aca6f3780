// Mistake: sums behind the end of a row are written
// Verdict: fault
// Message: Race reported in global memory
// Only: virtual
    // Solution 3
    const int lane = threadIdx.x % 32;
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        const int r = row + lane / 4 + i / 2 * 8, c = column + lane % 4 * 2 + i % 2;
        if (r < m) write(r, c, sums.x[i]);
    }
    // end of Solution 3
