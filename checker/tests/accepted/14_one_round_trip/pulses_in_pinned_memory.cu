// Accepted: the pulses lie in pinned memory between the kernels, the one that adds reads what the other has written
    // Solution 1:
    for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n;
         i += std::size_t{gridDim.x} * blockDim.x) {
        t[i] = __ull2float_rn(i);
    }
    // end of Solution 1
    // Solution 2:
    struct Memory {
        float* data = nullptr;
        explicit Memory(std::size_t count) { check(cudaMalloc(&data, count * sizeof(float))); }
        Memory(const Memory&) = delete;
        ~Memory() { cudaFree(data); }
    };
    struct Pinned {
        float* data = nullptr;
        explicit Pinned(std::size_t count) { check(cudaMallocHost(&data, count * sizeof(float))); }
        Pinned(const Pinned&) = delete;
        ~Pinned() { cudaFreeHost(data); }
    };

    // t: null where the device counts.
    void make(const float* t, const float* noise, float period, float amplitude, float* out,
              std::size_t n) {
        const Memory times(n), noises(n);
        const Pinned pulses(n);
        const std::size_t bytes = n * sizeof(float);
        if (t != nullptr) {
            check(cudaMemcpy(times.data, t, bytes, cudaMemcpyHostToDevice));
        } else {
            count_kernel<<<blocks_for(n), threads_per_block>>>(times.data, n);
            check(cudaGetLastError());
        }
        check(cudaMemcpy(noises.data, noise, bytes, cudaMemcpyHostToDevice));
        pulse_kernel<<<blocks_for(n), threads_per_block>>>(times.data, period, amplitude,
                                                           pulses.data, n);
        check(cudaGetLastError());
        add_kernel<<<blocks_for(n), threads_per_block>>>(pulses.data, noises.data, noises.data, n);
        check(cudaGetLastError());
        check(cudaMemcpy(out, noises.data, bytes, cudaMemcpyDeviceToHost));
    }

    void waveform_at(const float* t, const float* noise, float period, float amplitude, float* out,
                     std::size_t n) {
        if (n > 0) make(t, noise, period, amplitude, out, n);
    }
    // end of Solution 2
    // Solution 3:
    if (n > 0) make(nullptr, noise, period, amplitude, out, n);
    // end of Solution 3
