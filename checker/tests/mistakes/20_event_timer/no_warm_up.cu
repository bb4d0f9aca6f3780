// Mistake: the first call is measured like the others
// Verdict: wrong_answer
// Message: calls of f, the warm-up among them
    // Solution 2
    const Event start, stop;
    std::vector<float> times(repeats);
    for (float& time : times) {
        check(cudaEventRecord(start));
        f();
        check(cudaEventRecord(stop));
        check(cudaEventSynchronize(stop));
        check(cudaEventElapsedTime(&time, start, stop));
    }
    return median(times.data(), repeats);
    // end of Solution 2
