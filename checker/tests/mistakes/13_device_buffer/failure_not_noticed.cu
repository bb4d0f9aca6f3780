// Mistake: goes on without memory
// Verdict: wrong_answer
// Message: refuses() returned false; expected true
    // Solution 1
    explicit DeviceBuffer(std::size_t count) {
        if (count > std::numeric_limits<std::size_t>::max() / sizeof(T)) {
            throw std::bad_array_new_length();
        }
        if (count > 0) {
            cudaMallocAsync(&data_, count * sizeof(T), nullptr);
            cudaGetLastError();
            size_ = count;
        }
    }
    ~DeviceBuffer() {
        if (data_ != nullptr) {
            cudaFreeAsync(data_, nullptr);
        }
    }
    // end of Solution 1
