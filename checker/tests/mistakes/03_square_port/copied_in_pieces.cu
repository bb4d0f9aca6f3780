// Mistake: copies 1000 elements at a time
// Verdict: requirement
// Message: square() made 5 copies from host to device (copied_in_pieces.cu:
    // Solution 3
    for (std::size_t first = 0; first < count; first += 1000) {
        const std::size_t length = count - first < 1000 ? count - first : 1000;
        cudaMemcpy(device_input + first, input + first, length * sizeof(std::int64_t),
                   cudaMemcpyHostToDevice);
    }
    // end of Solution 3
