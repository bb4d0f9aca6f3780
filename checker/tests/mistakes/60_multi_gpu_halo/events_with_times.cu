// Mistake: events that measure times
// Verdict: wrong_answer
// Message: 4 of the four events of both parts measure times
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
    check(cudaStreamCreateWithFlags(&part.seam, cudaStreamNonBlocking));
    check(cudaStreamCreateWithFlags(&part.inner, cudaStreamNonBlocking));
    check(cudaEventCreate(&part.sent));
    check(cudaEventCreate(&part.inner_done));
    // end of Solution 1
