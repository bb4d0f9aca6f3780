// Mistake: rows in place of columns when the index is taken apart
// Verdict: fault
// Message: Invalid __global__ read
        // Solution 1
        const long long i = k / rows;
        const long long j = k % rows;
        out[k] = a[i * a_row_stride + j * a_column_stride] +
                 b[i * b_row_stride + j * b_column_stride];
        // end of Solution 1
