// Mistake: copies after an even number of steps
// Verdict: wrong_answer
// Message: 3 x 3 points, steps = 0
// Message: all wrong elements are NaN
    // Solution 3
    if (from == plate) {
        const std::size_t bytes = sizeof(float) * width * height;
        check(cudaMemcpyAsync(plate, other, bytes, cudaMemcpyDeviceToDevice));
    }
    // end of Solution 3
