// Mistake: op is called beyond the edges
// Verdict: fault
// Message: Invalid __global__ atomic
// Only: virtual
    // Solution 4
    const bool c_in_fours = in_fours(C, n);
#pragma unroll
    for (int i = 0; i < piece; ++i) {
#pragma unroll
        for (int j = 0; j < piece; j += 4) {
            const int row = top + row_of(i), column = left + column_of(j);
#pragma unroll
            for (int one = 0; one < 4; ++one) {
                float& sum = sums[i][j + one];
                sum = op(sum, row, column + one);
            }
            if (row < m && column < n) write_four(C, n, row, column, &sums[i][j], c_in_fours);
        }
    }
    // end of Solution 4
