// Mistake: one block counts all values
// Verdict: requirement
// Message: left the work of count_values to one block
// Only: virtual
// Replaces
//|     count_values<<<blocks, threads_per_block>>>(values, n, low, high, counts, bin_count);
    count_values<<<blocks > 0, threads_per_block>>>(values, n, low, high, counts, bin_count);
// end of Replaces
