// Mistake: one block does everything
// Verdict: requirement
// Message: left the work of layer_kernel
// Message: to one block
// Only: virtual
    // Solution 3:
    const DeviceBuffer<std::uint8_t> device_grey(n);
    const DeviceBuffer<float> device_weights(n);
    check(cudaMemcpy(device_grey.data(), grey, device_grey.bytes(), cudaMemcpyHostToDevice));
    check(
        cudaMemcpy(device_weights.data(), weights, device_weights.bytes(), cudaMemcpyHostToDevice));
    layer_kernel<<<1, threads_per_block>>>(device_grey.data(), device_weights.data(),
                                           device_weights.data(), n);
    check(cudaGetLastError());
    check(cudaMemcpy(out, device_weights.data(), device_weights.bytes(), cudaMemcpyDeviceToHost));
    // end of Solution 3
