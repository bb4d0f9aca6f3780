// Mistake: the width of the copy in elements: a quarter of each row
// Verdict: fault
// Message: Uninitialized __global__ memory read
    // Solution 3
    check(cudaMemcpy2D(device_input, input_pitch, input, row_bytes, width, height,
                       cudaMemcpyHostToDevice));
    // end of Solution 3
