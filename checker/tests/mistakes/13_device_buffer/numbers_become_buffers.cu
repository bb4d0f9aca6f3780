// Mistake: a constructor that is not explicit
// Verdict: wrong_answer
// Message: no number becomes a buffer by itself
// Solution 1:
DeviceBuffer(std::size_t count) {
    if (count > std::numeric_limits<std::size_t>::max() / sizeof(T))
        throw std::bad_array_new_length();
    if (count > 0) {
        check(cudaMallocAsync(&data_, count * sizeof(T), nullptr));
        size_ = count;
    }
}
~DeviceBuffer() {
    if (data_ != nullptr) cudaFreeAsync(data_, nullptr);
}
// end of Solution 1
