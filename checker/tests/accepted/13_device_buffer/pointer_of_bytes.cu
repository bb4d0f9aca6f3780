// Accepted: one function for all copies, with cudaMemcpyDefault; nothing is asked where there are no elements
    // Solution 3:
    void copy_from_host(const T* values) { copy_bytes(data_, values); }
    void copy_to_host(T* values) const { copy_bytes(values, data_); }
    void copy_from(const DeviceBuffer& other) { copy_bytes(data_, other.data_); }
    void copy_bytes(void* to, const void* from) const {
        if (size_ == 0) return;
        check(cudaMemcpy(to, from, size_ * sizeof(T), cudaMemcpyDefault));
    }
    // end of Solution 3
