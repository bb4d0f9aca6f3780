// Mistake: looks at no error of a copy
// Verdict: wrong_answer
// Message: returned as if nothing had happened
    // Solution 3:
    void copy_from_host(const T* values) {
        cudaMemcpy(data_, values, size_ * sizeof(T), cudaMemcpyHostToDevice);
    }
    void copy_to_host(T* values) const {
        cudaMemcpy(values, data_, size_ * sizeof(T), cudaMemcpyDeviceToHost);
    }
    void copy_from(const DeviceBuffer& other) {
        cudaMemcpy(data_, other.data_, size_ * sizeof(T), cudaMemcpyDeviceToDevice);
    }
    // end of Solution 3
