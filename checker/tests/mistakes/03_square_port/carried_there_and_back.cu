// Mistake: the CPU squares, the kernel does nothing
// Verdict: requirement
// Message: the kernel does not read all of the input
// Message: the kernel does not write all of the output
// Only: virtual
        // Solution 1
        // end of Solution 1
    // Solution 3
    for (std::size_t i = 0; i < count; ++i) {
        output[i] = input[i] * input[i];
    }
    cudaMemcpy(device_output, output, bytes, cudaMemcpyHostToDevice);
    // end of Solution 3
