// Mistake: the copy to out is asked for, and nothing waits for it: pinned memory still holds what it held
// Verdict: fault
// Message: was done: nothing had waited for it
// Only: virtual
    // Solution 3:
    const DeviceBuffer<std::uint8_t> device_grey(n);
    const DeviceBuffer<float> device_weights(n);
    check(cudaMemcpy(device_grey.data(), grey, device_grey.bytes(), cudaMemcpyHostToDevice));
    check(
        cudaMemcpy(device_weights.data(), weights, device_weights.bytes(), cudaMemcpyHostToDevice));
    layer_kernel<<<blocks_for(n), threads_per_block>>>(device_grey.data(), device_weights.data(),
                                                       device_weights.data(), n);
    check(cudaGetLastError());
    check(cudaMemcpyAsync(out, device_weights.data(), device_weights.bytes(),
                          cudaMemcpyDeviceToHost));
    // end of Solution 3
