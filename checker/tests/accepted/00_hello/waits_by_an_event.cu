// Accepted: waits for an event behind the kernel
    // Solution 2:
    cudaEvent_t done;
    cudaEventCreate(&done);
    hello_kernel<<<1, threads>>>();
    cudaEventRecord(done);
    cudaEventSynchronize(done);
    cudaEventDestroy(done);
    // end of Solution 2
