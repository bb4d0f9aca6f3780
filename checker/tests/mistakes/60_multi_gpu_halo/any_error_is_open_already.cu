// Mistake: every error of opening access is taken for "it is open already"
// Verdict: requirement
// Message: cudaDeviceEnablePeerAccess in
// Only: virtual
    // Solution 1:
    const int other = 1 - part.device;
    check(cudaSetDevice(part.device));
    int can = 0;
    check(cudaDeviceCanAccessPeer(&can, part.device, other));
    if (can) {
        const cudaError_t error = cudaDeviceEnablePeerAccess(other, 0);
        if (error != cudaSuccess) {
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
    check(cudaEventCreateWithFlags(&part.sent, cudaEventDisableTiming));
    check(cudaEventCreateWithFlags(&part.inner_done, cudaEventDisableTiming));
    // end of Solution 1
