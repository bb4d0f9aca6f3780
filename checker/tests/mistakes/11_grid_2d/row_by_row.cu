// Mistake: a copy for each row
// Verdict: requirement
// Message: copies from host to device
    // Solution 3
    for (int y = 0; y < height; ++y) {
        check(cudaMemcpy(static_cast<char*>(device_input) + y * input_pitch, input + std::size_t{1} * y * width,
                         row_bytes, cudaMemcpyHostToDevice));
    }
    // end of Solution 3
