// Mistake: the bytes of a copy are kept in an unsigned
// Verdict: wrong_answer
// Message: more than 32 bits can count
    // Solution 3:
    void copy_from_host(const T* values) {
        const unsigned bytes = size_ * sizeof(T);
        check(cudaMemcpy(data_, values, bytes, cudaMemcpyHostToDevice));
    }
    void copy_to_host(T* values) const {
        const unsigned bytes = size_ * sizeof(T);
        check(cudaMemcpy(values, data_, bytes, cudaMemcpyDeviceToHost));
    }
    void copy_from(const DeviceBuffer& other) {
        const unsigned bytes = size_ * sizeof(T);
        check(cudaMemcpy(data_, other.data_, bytes, cudaMemcpyDeviceToDevice));
    }
    // end of Solution 3
