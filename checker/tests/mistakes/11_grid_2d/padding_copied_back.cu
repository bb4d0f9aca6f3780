// Mistake: one plain copy back, padding and all
// Verdict: wrong_answer
// Message: 33 x 17 pixels
    // Solution 4
    check(cudaMemcpy(output, device_output, row_bytes * height, cudaMemcpyDeviceToHost));
    // end of Solution 4
