// Mistake: the remainder is the column, not the row
// Verdict: wrong_answer
// Message: row 0, column 1
        // Solution 1
        const long long i = k % columns;
        const long long j = k / columns;
        out[k] = a[i * a_row_stride + j * a_column_stride] +
                 b[i * b_row_stride + j * b_column_stride];
        // end of Solution 1
