// Mistake: waits for the device
// Verdict: requirement
// Message: running_sums() waited for the device
// Only: virtual
// Replaces
//|     kernel<<<blocks, rows_per_block>>>(input, output, rows);
//|     check(cudaGetLastError());
    kernel<<<blocks, rows_per_block>>>(input, output, rows);
    check(cudaDeviceSynchronize());
// end of Replaces
