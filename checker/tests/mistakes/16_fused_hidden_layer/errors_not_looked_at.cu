// Mistake: looks at no error
// Verdict: requirement
// Message: returned as if nothing had happened
// Only: virtual
    // Solution 3:
    const DeviceBuffer<std::uint8_t> device_grey(n);
    const DeviceBuffer<float> device_weights(n);
    cudaMemcpy(device_grey.data(), grey, device_grey.bytes(), cudaMemcpyHostToDevice);
    cudaMemcpy(device_weights.data(), weights, device_weights.bytes(), cudaMemcpyHostToDevice);
    layer_kernel<<<blocks_for(n), threads_per_block>>>(device_grey.data(), device_weights.data(),
                                                       device_weights.data(), n);
    cudaMemcpy(out, device_weights.data(), device_weights.bytes(), cudaMemcpyDeviceToHost);
    // end of Solution 3
