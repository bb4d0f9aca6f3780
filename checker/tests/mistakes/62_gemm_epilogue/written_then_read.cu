// Mistake: C is written, read, and written again
// Verdict: wrong_answer
// Message: each element of C is to be written once
// Message: in place of the residual the sum is added once more
// Only: virtual
    // Solution 4
    const bool c_in_fours = in_fours(C, n);
#pragma unroll
    for (int i = 0; i < piece; ++i) {
#pragma unroll
        for (int j = 0; j < piece; j += 4) {
            const int row = top + row_of(i), column = left + column_of(j);
            if (row >= m || column >= n) continue;
#pragma unroll
            write_four(C, n, row, column, &sums[i][j], c_in_fours);
#pragma unroll
            for (int one = 0; one < 4; ++one) {
                float& sum = sums[i][j + one];
                if (column + one < n) sum = op(*static_cast<volatile float*>(C + row * n + column + one), row, column + one);
            }
            write_four(C, n, row, column, &sums[i][j], c_in_fours);
        }
    }
    // end of Solution 4
