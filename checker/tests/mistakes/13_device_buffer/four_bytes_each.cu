// Mistake: every element is taken to have 4 bytes
// Verdict: wrong_answer
// Message: elements of 1 and of 8 bytes, and from buffer to buffer
    // Solution 1
    explicit DeviceBuffer(std::size_t count) {
        if (count > std::numeric_limits<std::size_t>::max() / sizeof(T)) {
            throw std::bad_array_new_length();
        }
        if (count > 0) {
            check(cudaMallocAsync(&data_, count * sizeof(T) + 16, nullptr));
            size_ = count;
        }
    }
    ~DeviceBuffer() {
        if (data_ != nullptr) {
            cudaFreeAsync(data_, nullptr);
        }
    }
    // end of Solution 1
    // Solution 3
    void copy_from_host(const T* values) {
        check(cudaMemcpy(data_, values, size_ * 4, cudaMemcpyHostToDevice));
    }
    void copy_to_host(T* values) const {
        check(cudaMemcpy(values, data_, size_ * 4, cudaMemcpyDeviceToHost));
    }
    void copy_from(const DeviceBuffer& other) {
        check(cudaMemcpy(data_, other.data_, size_ * 4, cudaMemcpyDeviceToDevice));
    }
    // end of Solution 3
