// Mistake: one pair of events around all calls
// Verdict: wrong_answer
// Message: this is the time of all calls together
    // Solution 2
    f();
    const Event start, stop;
    float time = 0.0f;
    check(cudaEventRecord(start));
    for (int i = 0; i < repeats; ++i) {
        f();
    }
    check(cudaEventRecord(stop));
    check(cudaEventSynchronize(stop));
    check(cudaEventElapsedTime(&time, start, stop));
    return time;
    // end of Solution 2
