// Mistake: the arrays are taken on whatever device is current
// Verdict: requirement
// Message: device 0 has 4 arrays, device 1 has 0
// Only: virtual
    // Solution 1:
    const std::size_t bytes = part.rows * part.bytes_of_row();
    check(cudaMalloc(&part.from, bytes));
    check(cudaMalloc(&part.to, bytes));
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
    check(cudaStreamCreateWithFlags(&part.seam, cudaStreamNonBlocking));
    check(cudaStreamCreateWithFlags(&part.inner, cudaStreamNonBlocking));
    check(cudaEventCreateWithFlags(&part.sent, cudaEventDisableTiming));
    check(cudaEventCreateWithFlags(&part.inner_done, cudaEventDisableTiming));
    // end of Solution 1
