// Accepted: units in another order, the ridge, a walk from the smallest size on, copies in the stream
    // Solution 1:
    return (1.0 * bytes_read + 1.0 * bytes_written) / (milliseconds * 1e6);
    // end of Solution 1
    // Solution 2:
    const double ridge = peak_gflops / peak_bandwidth;
    if (operations >= ridge * bytes) return peak_gflops;
    return operations * (peak_bandwidth / bytes);
    // end of Solution 2
    // Solution 3:
    Crossovers result;
    for (int i = 0; i < count; ++i) {
        const Phases& p = gpu[i];
        if (!(p.kernel < cpu_ms[i]))
            result.on_device = never;
        else
            result.on_device = std::min(result.on_device, sizes[i]);
        if (!(p.in + p.kernel + p.out < cpu_ms[i]))
            result.with_copies = never;
        else
            result.with_copies = std::min(result.with_copies, sizes[i]);
    }
    return result;
    // end of Solution 3
    // Solution 4:
    for (const bool measured : {false, true}) {
        check(cudaEventRecord(begin));
        check(cudaMemcpyAsync(device_x.get(), x, n * sizeof(double), cudaMemcpyDefault));
        check(cudaMemcpyAsync(device_y.get(), y, n * sizeof(double), cudaMemcpyDefault));
        check(cudaEventRecord(copied_in));
        if (blocks != 0) sinexp_kernel<<<blocks, threads_per_block>>>(device_x.get(), device_y.get(), device_z.get(), n);
        check(cudaGetLastError());
        check(cudaEventRecord(computed));
        check(cudaMemcpyAsync(z, device_z.get(), n * sizeof(double), cudaMemcpyDefault));
        check(cudaEventRecord(copied_out));
        check(cudaDeviceSynchronize());
        if (measured)
            phases = {milliseconds_between(begin, copied_in), milliseconds_between(copied_in, computed),
                      milliseconds_between(computed, copied_out)};
    }
    // end of Solution 4
