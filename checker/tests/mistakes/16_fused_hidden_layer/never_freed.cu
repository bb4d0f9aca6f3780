// Mistake: cudaMalloc without cudaFree
// Verdict: requirement
// Message: was never freed
    // Solution 3
    std::uint8_t* device_grey = nullptr;
    check(cudaMalloc(&device_grey, n));
    const DeviceBuffer<float> device_weights(n);
    check(cudaMemcpy(device_grey, grey, n, cudaMemcpyHostToDevice));
    check(
        cudaMemcpy(device_weights.data(), weights, device_weights.bytes(), cudaMemcpyHostToDevice));
    layer_kernel<<<blocks_for(n), threads_per_block>>>(device_grey, device_weights.data(),
                                                       device_weights.data(), n);
    check(cudaGetLastError());
    check(cudaMemcpy(out, device_weights.data(), device_weights.bytes(), cudaMemcpyDeviceToHost));
    // end of Solution 3
