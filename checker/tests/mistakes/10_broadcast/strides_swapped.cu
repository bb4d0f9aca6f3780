// Mistake: row and column strides of both views swapped
// Verdict: wrong_answer
// Message: row 0, column 1
        // Solution 1
        const long long i = k / columns;
        const long long j = k % columns;
        out[k] = a[i * a_column_stride + j * a_row_stride] +
                 b[i * b_column_stride + j * b_row_stride];
        // end of Solution 1
