// Mistake: managed memory: the data still travel, out of sight
// Verdict: requirement
// Message: waveform_at() made no copy from host to device; 2 are asked for
// Solution 2
void waveform_at(const float* t, const float* noise, float period, float amplitude, float* out,
                 std::size_t n) {
    if (n == 0) {
        return;
    }
    float *shared_t = nullptr, *shared_noise = nullptr;
    check(cudaMallocManaged(&shared_t, n * sizeof(float)));
    check(cudaMallocManaged(&shared_noise, n * sizeof(float)));
    std::copy_n(t, n, shared_t);
    std::copy_n(noise, n, shared_noise);
    pulse_kernel<<<blocks_for(n), threads_per_block>>>(shared_t, period, amplitude, shared_t, n);
    check(cudaGetLastError());
    add_kernel<<<blocks_for(n), threads_per_block>>>(shared_t, shared_noise, shared_t, n);
    check(cudaGetLastError());
    check(cudaDeviceSynchronize());
    std::copy_n(shared_t, n, out);
    check(cudaFree(shared_t));
    check(cudaFree(shared_noise));
}
// end of Solution 2
    // Solution 3
    for (std::size_t i = 0; i < n; ++i) {
        out[i] = static_cast<float>(i);
    }
    waveform_at(out, noise, period, amplitude, out, n);
    // end of Solution 3
