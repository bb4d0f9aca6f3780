// Mistake: bytes are counted in an int
// Verdict: wrong_answer
// Message: DeviceBuffer<double>, 268435457 elements
// Solution 1:
explicit DeviceBuffer(std::size_t count) {
    if (count > std::numeric_limits<int>::max() / sizeof(T)) throw std::bad_array_new_length();
    if (count > 0) {
        check(cudaMallocAsync(&data_, count * sizeof(T), nullptr));
        size_ = count;
    }
}
~DeviceBuffer() {
    if (data_ != nullptr) cudaFreeAsync(data_, nullptr);
}
// end of Solution 1
