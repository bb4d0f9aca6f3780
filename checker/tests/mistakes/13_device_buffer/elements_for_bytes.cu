// Mistake: room for count bytes
// Verdict: fault
// Message: to the device and back, any number of elements
    // Solution 1
    explicit DeviceBuffer(std::size_t count) {
        if (count > std::numeric_limits<std::size_t>::max() / sizeof(T)) {
            throw std::bad_array_new_length();
        }
        if (count > 0) {
            check(cudaMallocAsync(&data_, count, nullptr));
            size_ = count;
        }
    }
    ~DeviceBuffer() {
        if (data_ != nullptr) {
            cudaFreeAsync(data_, nullptr);
        }
    }
    // end of Solution 1
