// Mistake: fewer blocks where there are few values
// Verdict: requirement
// Message: count_greater_kernel was launched with grid
// Replaces
//|     count_greater_kernel<<<64, 64>>>(values, n, threshold, count);
    const unsigned blocks = n < 64 * 64 ? static_cast<unsigned>(n / 64) + 1 : 64;
    count_greater_kernel<<<blocks, 64>>>(values, n, threshold, count);
// end of Replaces
