// Mistake: what was owned before is given back after a wait, when another buffer is moved here
// Verdict: requirement
// Message: cudaStreamSynchronize() waited for triple_kernel()
// Only: virtual
    // Solution 2
    DeviceBuffer(const DeviceBuffer&) = delete;
    DeviceBuffer& operator=(const DeviceBuffer&) = delete;
    DeviceBuffer(DeviceBuffer&& other) noexcept
        : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
    DeviceBuffer& operator=(DeviceBuffer&& other) noexcept {
        if (this != &other) {
            if (data_ != nullptr) {
                cudaStreamSynchronize(nullptr);
                cudaFreeAsync(data_, nullptr);
            }
            data_ = std::exchange(other.data_, nullptr);
            size_ = std::exchange(other.size_, 0);
        }
        return *this;
    }
    // end of Solution 2
