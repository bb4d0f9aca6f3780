// Mistake: does not look at what became of the launch
// Verdict: requirement
// Message: column_sums() returned as if nothing had happened
// Only: virtual
// Replaces
//|     column_sums_kernel<<<grid, block>>>(matrix, rows, columns, sums);
//|     check(cudaGetLastError());
    column_sums_kernel<<<grid, block>>>(matrix, rows, columns, sums);
// end of Replaces
