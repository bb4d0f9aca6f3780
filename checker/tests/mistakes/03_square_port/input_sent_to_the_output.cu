// Mistake: copies the input into the wrong device array
// Verdict: fault
// Message: initcheck: Uninitialized __global__ memory read of size 8 bytes
// Only: virtual
    // Solution 3
    cudaMemcpy(device_output, input, bytes, cudaMemcpyHostToDevice);
    // end of Solution 3
