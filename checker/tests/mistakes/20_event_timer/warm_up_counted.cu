// Mistake: the time of the first call is one of those whose median is returned
// Verdict: wrong_answer
// Message: the median with the warm-up in it
    // Solution 2
    const Event start, stop;
    std::vector<float> times(repeats + 1);
    for (float& time : times) {
        check(cudaEventRecord(start));
        f();
        check(cudaEventRecord(stop));
        check(cudaEventSynchronize(stop));
        check(cudaEventElapsedTime(&time, start, stop));
    }
    return median(times.data(), repeats + 1);
    // end of Solution 2
