// Mistake: device memory is taken once, for all calls
// Verdict: requirement
// Message: never freed
    // Solution 3
    static const DeviceBuffer<std::uint8_t> device_grey(2'000'000);
    static const DeviceBuffer<float> values(2'000'000);
    check(cudaMemcpy(device_grey.data(), grey, n, cudaMemcpyHostToDevice));
    check(cudaMemcpy(values.data(), weights, n * sizeof(float), cudaMemcpyHostToDevice));
    layer_kernel<<<blocks_for(n), threads_per_block>>>(device_grey.data(), values.data(),
                                                       values.data(), n);
    check(cudaGetLastError());
    check(cudaMemcpy(out, values.data(), n * sizeof(float), cudaMemcpyDeviceToHost));
    // end of Solution 3
