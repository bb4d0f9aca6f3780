// Mistake: copies the result in any case, after an even number of steps onto itself
// Verdict: wrong_answer
// Message: nothing to copy
// Only: virtual
    // Solution 3
    const std::size_t bytes = sizeof(float) * width * height;
    check(cudaMemcpyAsync(plate, from, bytes, cudaMemcpyDeviceToDevice));
    // end of Solution 3
