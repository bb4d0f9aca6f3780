// Accepted: as many blocks as the device can hold at once, whatever n is; a generic lambda for the calibration
    // Solution 2:
    if (n == 0) return;
    int device = 0, multiprocessors = 0;
    check(cudaGetDevice(&device));
    check(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    map_kernel<Out, Op, In...><<<8 * multiprocessors, 256, 0, cudaStreamLegacy>>>(n, out, op, in...);
    check(cudaGetLastError());
    // end of Solution 2
    // Solution 3:
    const auto energy = [pedestal, gain] __device__(int count) -> float {
        return (static_cast<float>(count) - pedestal) * gain;
    };
    map(n, out, energy, counts);
    // end of Solution 3
