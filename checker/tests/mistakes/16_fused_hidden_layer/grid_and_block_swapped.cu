// Mistake: the numbers of blocks and of threads are swapped
// Verdict: too_much_traffic
// Message: are there threads_per_block threads
// Only: virtual
    // Solution 3
    const DeviceBuffer<std::uint8_t> device_grey(n);
    const DeviceBuffer<float> values(n);
    check(cudaMemcpy(device_grey.data(), grey, device_grey.bytes(), cudaMemcpyHostToDevice));
    check(cudaMemcpy(values.data(), weights, values.bytes(), cudaMemcpyHostToDevice));
    layer_kernel<<<threads_per_block, blocks_for(n)>>>(device_grey.data(), values.data(),
                                                       values.data(), n);
    check(cudaGetLastError());
    check(cudaMemcpy(out, values.data(), values.bytes(), cudaMemcpyDeviceToHost));
    // end of Solution 3
