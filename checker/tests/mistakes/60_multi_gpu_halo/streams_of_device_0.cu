// Mistake: the streams are made before the device is chosen
// Verdict: fault
// Message: the event belongs to device 1 and the stream to device 0
// Only: virtual
    // Solution 1:
    check(cudaStreamCreateWithFlags(&part.seam, cudaStreamNonBlocking));
    check(cudaStreamCreateWithFlags(&part.inner, cudaStreamNonBlocking));
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
    check(cudaEventCreateWithFlags(&part.sent, cudaEventDisableTiming));
    check(cudaEventCreateWithFlags(&part.inner_done, cudaEventDisableTiming));
    // end of Solution 1
