// Mistake: the same two events in every round, read when all rounds are over
// Verdict: wrong_answer
// Message: this is the time of the last call
    // Solution 2
    f();
    const Event start, stop;
    std::vector<float> times(repeats);
    for (float& time : times) {
        check(cudaEventRecord(start));
        f();
        check(cudaEventRecord(stop));
    }
    check(cudaEventSynchronize(stop));
    for (float& time : times) {
        check(cudaEventElapsedTime(&time, start, stop));
    }
    return median(times.data(), repeats);
    // end of Solution 2
