// Accepted: cudaMemcpyAsync finds the devices by the addresses; the seam has priority; each part written out
    // Solution 1:
    check(cudaSetDevice(part.device));
    switch (const cudaError_t error = cudaDeviceEnablePeerAccess(1 - part.device, 0)) {
    case cudaErrorPeerAccessAlreadyEnabled:
    case cudaErrorPeerAccessUnsupported:
        cudaGetLastError();
        break;
    default:
        check(error);
        part.opened_access = true;
    }
    int least = 0, greatest = 0;
    check(cudaDeviceGetStreamPriorityRange(&least, &greatest));
    check(cudaStreamCreateWithPriority(&part.seam, cudaStreamNonBlocking, greatest));
    check(cudaStreamCreateWithPriority(&part.inner, cudaStreamNonBlocking, least));
    for (cudaEvent_t* event : {&part.sent, &part.inner_done})
        check(cudaEventCreateWithFlags(event, cudaEventDisableTiming));
    for (float** array : {&part.from, &part.to})
        check(cudaMalloc(array, sizeof(float) * part.width * part.rows));
    // end of Solution 1
    // Solution 2:
    check(cudaMemcpyAsync(lower.row(lower.to, 0), upper.row(upper.to, upper.rows - 2),
                          upper.bytes_of_row(), cudaMemcpyDefault, upper.seam));
    check(cudaMemcpyAsync(upper.row(upper.to, upper.rows - 1), lower.row(lower.to, 1),
                          upper.bytes_of_row(), cudaMemcpyDeviceToDevice, lower.seam));
    check(cudaEventRecord(upper.sent, upper.seam));
    check(cudaEventRecord(lower.sent, lower.seam));
    // end of Solution 2
    // Solution 3:
    check(cudaStreamWaitEvent(upper.seam, lower.sent, 0));
    check(cudaStreamWaitEvent(lower.seam, upper.sent, 0));
    check(cudaSetDevice(1));
    launch_rows(lower, 1, lower.rows - 1, rate, lower.seam);
    check(cudaSetDevice(0));
    launch_rows(upper, 1, upper.rows - 1, rate, upper.seam);
    exchange(upper, lower);
    for (Part* part : {&lower, &upper}) std::swap(part->to, part->from);
    // end of Solution 3
