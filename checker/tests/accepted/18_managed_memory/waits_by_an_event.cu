// Accepted: waits for an event; a guard gives it back; cudaLaunchKernel
    // Solution 3:
    struct Event {
        cudaEvent_t event = nullptr;
        Event() { check(cudaEventCreateWithFlags(&event, cudaEventDisableTiming)); }
        ~Event() { cudaEventDestroy(event); }
    } done;
    void* arguments[] = {&first};
    check(cudaLaunchKernel(totals_kernel, dim3(1), dim3(1), arguments, 0, nullptr));
    check(cudaEventRecord(done.event));
    check(cudaEventSynchronize(done.event));
    // end of Solution 3
    // Solution 4:
    int device = -1;
    check(cudaGetDevice(&device));
    const std::size_t bytes = n * sizeof(float);
    prefetch(values, bytes, {cudaMemLocationTypeDevice, device});
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(blocks);
    config.blockDim = dim3(threads_per_block);
    check(cudaLaunchKernelEx(&config, scale_kernel, values, n, factor));
    prefetch(values, bytes, {cudaMemLocationTypeHost, 0});
    check(cudaDeviceSynchronize());
    // end of Solution 4
