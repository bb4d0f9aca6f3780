// Accepted: asynchronous copies of two dimensions in the default stream, and a wait; cudaMemcpyDefault
    // Solution 3:
    check(cudaMemcpy2DAsync(device_input, input_pitch, input, row_bytes, row_bytes, height,
                            cudaMemcpyDefault, nullptr));
    // end of Solution 3
    // Solution 4:
    check(cudaMemcpy2DAsync(output, row_bytes, device_output, output_pitch, row_bytes, height,
                            cudaMemcpyDefault, nullptr));
    check(cudaStreamSynchronize(nullptr));
    // end of Solution 4
