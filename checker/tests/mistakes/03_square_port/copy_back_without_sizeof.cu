// Mistake: copies as many bytes back as there are elements
// Verdict: wrong_answer
// Message: every element from 512 on was never written: 4096 bytes were copied from device to host
// Message: sizes are counted in bytes: sizeof
    // Solution 5
    cudaMemcpy(output, device_output, count, cudaMemcpyDeviceToHost);
    // end of Solution 5
