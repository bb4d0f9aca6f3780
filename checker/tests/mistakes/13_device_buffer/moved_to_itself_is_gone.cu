// Mistake: frees its own memory before it takes the other's, which is the same
// Verdict: fault
// Message: moved to itself, and in a vector that grows
    // Solution 2
    DeviceBuffer(const DeviceBuffer&) = delete;
    DeviceBuffer& operator=(const DeviceBuffer&) = delete;
    DeviceBuffer(DeviceBuffer&& other) noexcept
        : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
    DeviceBuffer& operator=(DeviceBuffer&& other) noexcept {
        if (data_ != nullptr) {
            cudaFreeAsync(data_, nullptr);
        }
        data_ = std::exchange(other.data_, nullptr);
        size_ = std::exchange(other.size_, 0);
        return *this;
    }
    // end of Solution 2
