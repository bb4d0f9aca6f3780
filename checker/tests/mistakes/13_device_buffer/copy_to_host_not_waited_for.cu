// Mistake: the copy to the host is asked for, and nothing waits for it: pinned memory still holds what it held
// Verdict: fault
// Message: was done: nothing had waited for it
// Only: virtual
    // Solution 3:
    void copy_from_host(const T* values) {
        check(cudaMemcpy(data_, values, size_ * sizeof(T), cudaMemcpyHostToDevice));
    }
    void copy_to_host(T* values) const {
        check(cudaMemcpyAsync(values, data_, size_ * sizeof(T), cudaMemcpyDeviceToHost, nullptr));
    }
    void copy_from(const DeviceBuffer& other) {
        check(cudaMemcpy(data_, other.data_, size_ * sizeof(T), cudaMemcpyDeviceToDevice));
    }
    // end of Solution 3
