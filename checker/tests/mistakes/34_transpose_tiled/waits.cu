// Mistake: waits for the device
// Verdict: requirement
// Message: transpose() waited for the device, in cudaDeviceSynchronize
// Replaces
//|     transpose_kernel<<<grid, block>>>(input, output, rows, columns);
    transpose_kernel<<<grid, block>>>(input, output, rows, columns);
    cudaDeviceSynchronize();
// end of Replaces
