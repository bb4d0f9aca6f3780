// Mistake: the streams wait for the default stream
// Verdict: requirement
// Message: waits for the default stream
// Only: virtual
    // Solution 1:
    const int other = 1 - part.device;
    check(cudaSetDevice(part.device));
    int can = 0;
    check(cudaDeviceCanAccessPeer(&can, part.device, other));
    if (can) {
        const cudaError_t error = cudaDeviceEnablePeerAccess(other, 0);
        if (error == cudaErrorPeerAccessAlreadyEnabled) {
            cudaGetLastError();
        } else {
            check(error);
            part.opened_access = true;
        }
    }
    const std::size_t bytes = part.rows * part.bytes_of_row();
    check(cudaMalloc(&part.from, bytes));
    check(cudaMalloc(&part.to, bytes));
    check(cudaStreamCreate(&part.seam));
    check(cudaStreamCreate(&part.inner));
    check(cudaEventCreateWithFlags(&part.sent, cudaEventDisableTiming));
    check(cudaEventCreateWithFlags(&part.inner_done, cudaEventDisableTiming));
    // end of Solution 1
