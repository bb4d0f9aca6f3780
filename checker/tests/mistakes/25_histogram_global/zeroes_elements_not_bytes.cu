// Mistake: cudaMemset is given the number of bins where it needs bytes
// Verdict: wrong_answer
// Message: element
    // Solution 4
    cudaMemset(counts, 0, bin_count);
    // end of Solution 4
