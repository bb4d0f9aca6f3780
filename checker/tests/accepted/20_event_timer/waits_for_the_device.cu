// Accepted: waits for the device and for the stream; the warm-up is waited for; a launch by cudaLaunchKernelEx
    // Solution 2:
    f();
    check(cudaDeviceSynchronize());
    std::vector<float> times;
    times.reserve(repeats);
    while (static_cast<int>(times.size()) < repeats) {
        const Event start, stop;
        check(cudaEventRecordWithFlags(start, nullptr, cudaEventRecordDefault));
        f();
        check(cudaEventRecordWithFlags(stop, nullptr, cudaEventRecordDefault));
        check(cudaStreamSynchronize(nullptr));
        times.emplace_back();
        check(cudaEventElapsedTime(&times.back(), start, stop));
    }
    return median(&times[0], repeats);
    // end of Solution 2
    // Solution 3:
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(blocks);
    config.blockDim = dim3(threads);
    auto launch = [=]() mutable { check(cudaLaunchKernelEx(&config, hypot_kernel, a, b, out, n)); };
    return time_ms(launch, 5);
    // end of Solution 3
