// Mistake: copies size bytes: a quarter of the elements
// Verdict: wrong_answer
// Message: to the device and back, any number of elements
    // Solution 3
    void copy_from_host(const T* values) {
        check(cudaMemcpy(data_, values, size_, cudaMemcpyHostToDevice));
    }
    void copy_to_host(T* values) const {
        check(cudaMemcpy(values, data_, size_, cudaMemcpyDeviceToHost));
    }
    void copy_from(const DeviceBuffer& other) {
        check(cudaMemcpy(data_, other.data_, size_ * sizeof(T), cudaMemcpyDeviceToDevice));
    }
    // end of Solution 3
