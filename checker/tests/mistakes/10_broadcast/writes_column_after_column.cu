// Mistake: out is filled column after column
// Verdict: wrong_answer
// Message: row 0, column 1
        // Solution 1
        const long long i = k / columns;
        const long long j = k % columns;
        out[j * rows + i] = a[i * a_row_stride + j * a_column_stride] +
                 b[i * b_row_stride + j * b_column_stride];
        // end of Solution 1
