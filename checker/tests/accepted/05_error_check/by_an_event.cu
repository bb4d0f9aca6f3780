// Accepted: an event is waited for and given back; the error is looked at before it is taken away
    // Solution 2:
    const cudaError_t error = cudaPeekAtLastError();
    if (error != cudaSuccess) cudaGetLastError();
    return error;
    // end of Solution 2
    // Solution 3:
    cudaEvent_t done = nullptr;
    cudaError_t status = cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
    if (status != cudaSuccess) return status;
    status = cudaEventRecord(done, stream);
    if (status == cudaSuccess) status = cudaEventSynchronize(done);
    cudaEventDestroy(done);
    return status;
    // end of Solution 3
