// Accepted: asynchronous copies in the default stream of the thread, one wait at the end, one allocation for all
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

    // t: null where the device counts.
    void make(const float* t, const float* noise, float period, float amplitude, float* out,
              std::size_t n) {
        const Memory memory(3 * n);
        float *times = memory.data, *noises = times + n, *pulses = noises + n;
        const std::size_t bytes = n * sizeof(float);
        const cudaStream_t stream = cudaStreamPerThread;
        if (t != nullptr) {
            check(cudaMemcpyAsync(times, t, bytes, cudaMemcpyHostToDevice, stream));
        } else {
            count_kernel<<<blocks_for(n), threads_per_block, 0, stream>>>(times, n);
            check(cudaGetLastError());
        }
        check(cudaMemcpyAsync(noises, noise, bytes, cudaMemcpyHostToDevice, stream));
        pulse_kernel<<<blocks_for(n), threads_per_block, 0, stream>>>(times, period, amplitude,
                                                                      pulses, n);
        check(cudaGetLastError());
        add_kernel<<<blocks_for(n), threads_per_block, 0, stream>>>(pulses, noises, noises, n);
        check(cudaGetLastError());
        check(cudaMemcpyAsync(out, noises, bytes, cudaMemcpyDeviceToHost, stream));
        check(cudaStreamSynchronize(stream));
    }

    void waveform_at(const float* t, const float* noise, float period, float amplitude, float* out,
                     std::size_t n) {
        if (n > 0) make(t, noise, period, amplitude, out, n);
    }
    // end of Solution 2
    // Solution 3:
    if (n > 0) make(nullptr, noise, period, amplitude, out, n);
    // end of Solution 3
