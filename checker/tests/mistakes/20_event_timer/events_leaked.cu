// Mistake: events that are never destroyed
// Verdict: requirement
// Message: left behind an event
// Only: virtual
    // Solution 2:
    f();
    cudaEvent_t start, stop;
    check(cudaEventCreate(&start));
    check(cudaEventCreate(&stop));
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
