// Accepted: two events for each step, a wait behind each; a lambda that times
    // Solution 4:
    const std::size_t bytes = n * sizeof(double);
    const auto time = [](auto work) {
        const Event start, stop;
        check(cudaEventRecord(start));
        work();
        check(cudaEventRecord(stop));
        check(cudaEventSynchronize(stop));
        return milliseconds_between(start, stop);
    };
    for (int round = 0; round < 2; ++round) {
        phases.in = time([&] {
            check(cudaMemcpy(device_x.get(), x, bytes, cudaMemcpyHostToDevice));
            check(cudaMemcpy(device_y.get(), y, bytes, cudaMemcpyHostToDevice));
        });
        phases.kernel = time([&] {
            if (n == 0) return;
            cudaLaunchConfig_t config = {};
            config.gridDim = dim3(blocks);
            config.blockDim = dim3(threads_per_block);
            check(cudaLaunchKernelEx(&config, sinexp_kernel, static_cast<const double*>(device_x.get()),
                                     static_cast<const double*>(device_y.get()), device_z.get(), n));
        });
        phases.out = time([&] { check(cudaMemcpy(z, device_z.get(), bytes, cudaMemcpyDeviceToHost)); });
    }
    // end of Solution 4
