// Accepted: asks the stream until it is done
    // Solution 3:
    cudaError_t status = cudaErrorNotReady;
    while (status == cudaErrorNotReady) {
        status = cudaStreamQuery(stream);
    }
    return status;
    // end of Solution 3
