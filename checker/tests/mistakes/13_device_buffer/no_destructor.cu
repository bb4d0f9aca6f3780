// Mistake: nothing gives the memory back
// Verdict: requirement
// Message: was never freed
    // Solution 1
    explicit DeviceBuffer(std::size_t count) {
        if (count > std::numeric_limits<std::size_t>::max() / sizeof(T)) {
            throw std::bad_array_new_length();
        }
        if (count > 0) {
            check(cudaMallocAsync(&data_, count * sizeof(T), nullptr));
            size_ = count;
        }
    }
    // end of Solution 1
    // Solution 2
    DeviceBuffer(const DeviceBuffer&) = delete;
    DeviceBuffer& operator=(const DeviceBuffer&) = delete;
    DeviceBuffer(DeviceBuffer&& other) noexcept
        : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
    DeviceBuffer& operator=(DeviceBuffer&& other) noexcept {
        std::swap(data_, other.data_);
        std::swap(size_, other.size_);
        return *this;
    }
    // end of Solution 2
