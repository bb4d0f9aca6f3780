// Mistake: waits for the device before it returns
// Verdict: requirement
// Message: row_sums_with() waited for the device, in cudaDeviceSynchronize
// Replaces
//|     row_sums_kernel<<<grid, block>>>(matrix, rows, columns, sums);
//|     check(cudaGetLastError());
    row_sums_kernel<<<grid, block>>>(matrix, rows, columns, sums);
    check(cudaGetLastError());
    check(cudaDeviceSynchronize());
// end of Replaces
