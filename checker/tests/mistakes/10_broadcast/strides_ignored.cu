// Mistake: takes both for matrices without gaps
// Verdict: fault
// Message: Invalid __global__ read
        // Solution 1
        out[k] = a[k] + b[k];
        // end of Solution 1
