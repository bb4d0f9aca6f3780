// Mistake: the part is not told that it has to close access
// Verdict: requirement
// Message: left behind a peer access
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
        }
    }
    const std::size_t bytes = part.rows * part.bytes_of_row();
    check(cudaMalloc(&part.from, bytes));
    check(cudaMalloc(&part.to, bytes));
    check(cudaStreamCreateWithFlags(&part.seam, cudaStreamNonBlocking));
    check(cudaStreamCreateWithFlags(&part.inner, cudaStreamNonBlocking));
    check(cudaEventCreateWithFlags(&part.sent, cudaEventDisableTiming));
    check(cudaEventCreateWithFlags(&part.inner_done, cudaEventDisableTiming));
    // end of Solution 1
