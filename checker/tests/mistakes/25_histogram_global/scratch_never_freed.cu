// Mistake: memory of its own, filled with zeros at each call and never given back
// Verdict: requirement
// Message: histogram() left behind memory of 40 bytes
// Only: virtual
    // Solution 4:
    unsigned int* zeros = nullptr;
    cudaMalloc(&zeros, static_cast<std::size_t>(bin_count) * sizeof(unsigned int));
    cudaMemset(zeros, 0, static_cast<std::size_t>(bin_count) * sizeof(unsigned int));
    cudaMemcpy(counts, zeros, static_cast<std::size_t>(bin_count) * sizeof(unsigned int), cudaMemcpyDeviceToDevice);
    // end of Solution 4
