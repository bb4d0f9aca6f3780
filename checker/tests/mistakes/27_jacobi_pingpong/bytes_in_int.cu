// Mistake: the plate's bytes are counted in int, which ends at 2^31 bytes
// Verdict: wrong_answer
// Message: more than 32 bits can count
// Only: virtual
    // Solution 3:
    if (from != plate) {
        const int bytes = static_cast<int>(sizeof(float) * width * height);
        check(cudaMemcpyAsync(plate, from, bytes, cudaMemcpyDeviceToDevice));
    }
    // end of Solution 3
