// Mistake: the destructor throws, which ends the program where an exception is under way
// Verdict: crashed
// Message: must not throw as well
    // Solution 1:
    explicit DeviceBuffer(std::size_t count) {
        if (count > std::numeric_limits<std::size_t>::max() / sizeof(T)) {
            throw std::bad_array_new_length();
        }
        if (count > 0) {
            check(cudaMallocAsync(&data_, count * sizeof(T), nullptr));
            size_ = count;
        }
    }
    ~DeviceBuffer() {
        if (data_ != nullptr) {
            check(cudaFreeAsync(data_, nullptr));
        }
    }
    // end of Solution 1
