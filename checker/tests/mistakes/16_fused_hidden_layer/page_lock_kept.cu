// Mistake: pins the caller's array and never unpins it
// Verdict: requirement
// Message: hidden_layer() left behind a page lock
// Only: virtual
    // Solution 3:
    const DeviceBuffer<std::uint8_t> device_grey(n);
    const DeviceBuffer<float> device_weights(n);
    cudaHostRegister(out, device_weights.bytes(), cudaHostRegisterDefault);
    cudaGetLastError(); // it may be pinned already
    check(cudaMemcpy(device_grey.data(), grey, device_grey.bytes(), cudaMemcpyHostToDevice));
    check(
        cudaMemcpy(device_weights.data(), weights, device_weights.bytes(), cudaMemcpyHostToDevice));
    layer_kernel<<<blocks_for(n), threads_per_block>>>(device_grey.data(), device_weights.data(),
                                                       device_weights.data(), n);
    check(cudaGetLastError());
    check(cudaMemcpy(out, device_weights.data(), device_weights.bytes(), cudaMemcpyDeviceToHost));
    // end of Solution 3
