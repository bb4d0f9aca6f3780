// Mistake: source first, destination second
// Verdict: fault
// Message: its pointers lead from host to device
    // Solution 5
    cudaMemcpy(device_output, output, bytes, cudaMemcpyDeviceToHost);
    // end of Solution 5
