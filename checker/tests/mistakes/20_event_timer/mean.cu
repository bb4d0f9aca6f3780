// Mistake: the mean in place of the median
// Verdict: wrong_answer
// Message: this is the mean, which one slow call pulls up
    // Solution 2
    f();
    const Event start, stop;
    std::vector<float> times(repeats);
    for (float& time : times) {
        check(cudaEventRecord(start));
        f();
        check(cudaEventRecord(stop));
        check(cudaEventSynchronize(stop));
        check(cudaEventElapsedTime(&time, start, stop));
    }
    float sum = 0.0f;
    for (const float time : times) {
        sum += time;
    }
    return sum / repeats;
    // end of Solution 2
