// Mistake: the time from the stop event to the start event
// Verdict: wrong_answer
// Message: a time below zero: which event comes first?
    // Solution 2
    f();
    const Event start, stop;
    std::vector<float> times(repeats);
    for (float& time : times) {
        check(cudaEventRecord(start));
        f();
        check(cudaEventRecord(stop));
        check(cudaEventSynchronize(stop));
        check(cudaEventElapsedTime(&time, stop, start));
    }
    return median(times.data(), repeats);
    // end of Solution 2
