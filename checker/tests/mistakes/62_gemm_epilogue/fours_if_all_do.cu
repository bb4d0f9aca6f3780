// Mistake: C is written one by one where A or B does not come in fours
// Verdict: too_much_traffic
// Message: C comes in fours, though A does not
// Only: virtual
    // Solution 4
    const bool c_in_fours = aligned && in_fours(C, n);
#pragma unroll
    for (int i = 0; i < piece; ++i) {
#pragma unroll
        for (int j = 0; j < piece; j += 4) {
            const int row = top + row_of(i), column = left + column_of(j);
            if (row >= m || column >= n) continue;
#pragma unroll
            for (int one = 0; one < 4; ++one) {
                float& sum = sums[i][j + one];
                if (column + one < n) sum = op(sum, row, column + one);
            }
            write_four(C, n, row, column, &sums[i][j], c_in_fours);
        }
    }
    // end of Solution 4
