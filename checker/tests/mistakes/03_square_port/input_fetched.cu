// Mistake: copies the wrong device array back
// Verdict: wrong_answer
// Message: was it copied as it is?
    // Solution 5
    cudaMemcpy(output, device_input, bytes, cudaMemcpyDeviceToHost);
    // end of Solution 5
