// Mistake: takes the buffer at the higher address for the other one
// Verdict: wrong_answer
// Message: the last one at the lowest address
// Only: virtual
    // Solution 3:
    if (from > plate) {
        const std::size_t bytes = sizeof(float) * width * height;
        check(cudaMemcpyAsync(plate, from, bytes, cudaMemcpyDeviceToDevice));
    }
    // end of Solution 3
