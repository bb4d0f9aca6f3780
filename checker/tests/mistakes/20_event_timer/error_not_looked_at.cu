// Mistake: the stop event is not waited for, and the error is dropped
// Verdict: wrong_answer
// Message: an event has no time before
// Only: virtual
    // Solution 2
    f();
    const Event start, stop;
    std::vector<float> times(repeats);
    for (float& time : times) {
        check(cudaEventRecord(start));
        f();
        check(cudaEventRecord(stop));
        cudaEventElapsedTime(&time, start, stop);
    }
    return median(times.data(), repeats);
    // end of Solution 2
