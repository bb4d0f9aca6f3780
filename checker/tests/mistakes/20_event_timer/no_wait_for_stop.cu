// Mistake: the stop event is not waited for
// Verdict: crashed
// Message: cudaErrorNotReady
// Only: virtual
    // Solution 2
    f();
    const Event start, stop;
    std::vector<float> times(repeats);
    for (float& time : times) {
        check(cudaEventRecord(start));
        f();
        check(cudaEventRecord(stop));
        check(cudaEventElapsedTime(&time, start, stop));
    }
    return median(times.data(), repeats);
    // end of Solution 2
