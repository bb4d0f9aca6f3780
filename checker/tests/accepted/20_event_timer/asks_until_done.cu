// Accepted: asks the event until it has come; insertion into a list in order; a function in place of a lambda
    // Solution 1:
    std::vector<float> sorted;
    for (int k = 0; k < count; ++k) sorted.insert(std::upper_bound(sorted.begin(), sorted.end(), times[k]), times[k]);
    return 0.5f * (sorted[(count - 1) / 2] + sorted[count / 2]);
    // end of Solution 1
    // Solution 2:
    std::vector<float> times(repeats);
    const Event start, stop;
    for (int k = -1; k < repeats; ++k) {
        check(cudaEventRecord(start));
        f();
        check(cudaEventRecord(stop));
        cudaError_t state;
        while ((state = cudaEventQuery(stop)) == cudaErrorNotReady) {
        }
        check(state);
        if (k >= 0) check(cudaEventElapsedTime(&times[k], start, stop));
    }
    return median(times.data(), repeats);
    // end of Solution 2
