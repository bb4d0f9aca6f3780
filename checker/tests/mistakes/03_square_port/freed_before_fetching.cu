// Mistake: copies from memory that is no longer its own
// Verdict: fault
// Message: returned cudaErrorInvalidValue
    // Solution 5
    // end of Solution 5
    // Solution 6
    cudaFree(device_output);
    cudaFree(device_input);
    cudaMemcpy(output, device_output, bytes, cudaMemcpyDeviceToHost);
    // end of Solution 6
