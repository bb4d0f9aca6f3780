// Mistake: cudaMemset is given the number of bins where it needs bytes
// Verdict: wrong_answer
// Message: was asked for 10 bytes, and 10 elements of 4 bytes are 40
    // Solution 4
    cudaMemset(counts, 0, bin_count);
    // end of Solution 4
