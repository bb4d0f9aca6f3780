// Mistake: takes neighbours in a row for neighbours in memory
// Verdict: fault
// Message: Invalid __global__ read
        // Solution 1
        const long long i = k / columns;
        const long long j = k % columns;
        out[k] = a[i * a_row_stride + j] +
                 b[i * b_row_stride + j];
        // end of Solution 1
