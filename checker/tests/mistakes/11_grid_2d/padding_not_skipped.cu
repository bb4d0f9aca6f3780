// Mistake: one plain copy there, as if the rows had no padding
// Verdict: fault
// Message: 33 x 17 pixels
    // Solution 3
    check(cudaMemcpy(device_input, input, row_bytes * height, cudaMemcpyHostToDevice));
    // end of Solution 3
