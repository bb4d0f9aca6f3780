// Mistake: sends the output array up as well, which nothing reads
// Verdict: requirement
// Message: square() made 2 copies from host to device (output_sent_too.cu:
    // Solution 4
    cudaMemcpy(device_output, output, bytes, cudaMemcpyHostToDevice);

    square_kernel<<<blocks_for(count), threads_per_block>>>(device_input, device_output, count);
    // end of Solution 4
