// Mistake: copies back first and computes then
// Verdict: fault
// Message: nothing was ever written there
    // Solution 4
    // end of Solution 4
    // Solution 6
    square_kernel<<<blocks_for(count), threads_per_block>>>(device_input, device_output, count);

    cudaFree(device_output);
    cudaFree(device_input);
    // end of Solution 6
