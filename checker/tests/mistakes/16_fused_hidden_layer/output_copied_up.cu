// Mistake: what the output holds before the call is copied to the device
// Verdict: requirement
// Message: hidden_layer() made 3 copies from host to device (output_copied_up.cu:
    // Solution 3
    const DeviceBuffer<std::uint8_t> device_grey(n);
    const DeviceBuffer<float> device_weights(n);
    check(cudaMemcpy(device_grey.data(), grey, device_grey.bytes(), cudaMemcpyHostToDevice));
    check(
        cudaMemcpy(device_weights.data(), weights, device_weights.bytes(), cudaMemcpyHostToDevice));
    const DeviceBuffer<float> device_out(n);
    check(cudaMemcpy(device_out.data(), out, device_out.bytes(), cudaMemcpyHostToDevice));
    layer_kernel<<<blocks_for(n), threads_per_block>>>(device_grey.data(), device_weights.data(),
                                                       device_out.data(), n);
    check(cudaGetLastError());
    check(cudaMemcpy(out, device_out.data(), device_weights.bytes(), cudaMemcpyDeviceToHost));
    // end of Solution 3
