// Mistake: one block, however many elements there are
// Verdict: wrong_answer
// Message: 3840 of 4096 elements (int64) are wrong
    // Solution 4
    square_kernel<<<1, threads_per_block>>>(device_input, device_output, count);
    // end of Solution 4
