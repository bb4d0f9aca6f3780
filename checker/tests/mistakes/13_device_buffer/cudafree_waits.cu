// Mistake: cudaMalloc and cudaFree, which waits for the kernels
// Verdict: requirement
// Message: cudaFree() waited for triple_kernel()
// Only: virtual
    // Solution 1
    explicit DeviceBuffer(std::size_t count) {
        if (count > std::numeric_limits<std::size_t>::max() / sizeof(T)) {
            throw std::bad_array_new_length();
        }
        if (count > 0) {
            check(cudaMalloc(&data_, count * sizeof(T)));
            size_ = count;
        }
    }
    ~DeviceBuffer() {
        if (data_ != nullptr) {
            cudaFree(data_);
        }
    }
    // end of Solution 1
