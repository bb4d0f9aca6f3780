// Mistake: the pitches of the two sides swapped
// Verdict: crashed
// Message: touched memory
    // Solution 3
    check(cudaMemcpy2D(device_input, row_bytes, input, input_pitch, row_bytes, height,
                       cudaMemcpyHostToDevice));
    // end of Solution 3
