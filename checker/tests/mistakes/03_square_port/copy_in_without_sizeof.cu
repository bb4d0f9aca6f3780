// Mistake: sends as many bytes as there are elements
// Verdict: fault
// Message: initcheck: Uninitialized __global__ memory read of size 8 bytes
// Message: (3584 times at this place)
// Only: virtual
    // Solution 3
    cudaMemcpy(device_input, input, count, cudaMemcpyHostToDevice);
    // end of Solution 3
