// Mistake: 2^61 + 1 doubles are taken for 8 bytes
// Verdict: wrong_answer
// Message: DeviceBuffer<double>, 2305843009213693952 elements
// Message: refuses() returned false; expected true
    // Solution 1
    explicit DeviceBuffer(std::size_t count) {
        if (count > 0) {
            check(cudaMallocAsync(&data_, count * sizeof(T), nullptr));
            size_ = count;
        }
    }
    ~DeviceBuffer() {
        if (data_ != nullptr) {
            cudaFreeAsync(data_, nullptr);
        }
    }
    // end of Solution 1
