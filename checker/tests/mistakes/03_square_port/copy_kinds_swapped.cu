// Mistake: HostToDevice and DeviceToHost swapped
// Verdict: fault
// Message: cudaMemcpy of 32768 bytes in copy_kinds_swapped.cu:
// Message: got cudaMemcpyDeviceToHost where cudaMemcpyHostToDevice was needed
// Message: got cudaMemcpyHostToDevice where cudaMemcpyDeviceToHost was needed
    // Solution 3
    cudaMemcpy(device_input, input, bytes, cudaMemcpyDeviceToHost);
    // end of Solution 3
    // Solution 5
    cudaMemcpy(output, device_output, bytes, cudaMemcpyHostToDevice);
    // end of Solution 5
