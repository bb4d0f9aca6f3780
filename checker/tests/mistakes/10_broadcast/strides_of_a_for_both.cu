// Mistake: the strides of a for b as well
// Verdict: fault
// Message: Invalid __global__ read
        // Solution 1
        const long long i = k / columns;
        const long long j = k % columns;
        out[k] = a[i * a_row_stride + j * a_column_stride] +
                 b[i * a_row_stride + j * a_column_stride];
        // end of Solution 1
