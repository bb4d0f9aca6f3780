// Accepted: a pair of events for each call, one wait for the last; nth_element
    // Solution 1:
    std::vector<float> values(times, times + count);
    const auto middle = values.begin() + count / 2;
    std::nth_element(values.begin(), middle, values.end());
    if (count % 2 != 0) return *middle;
    return (*std::max_element(values.begin(), middle) + *middle) / 2;
    // end of Solution 1
    // Solution 2:
    std::forward<F>(f)();
    std::vector<Event> starts(repeats), stops(repeats);
    for (int k = 0; k < repeats; ++k) {
        check(cudaEventRecord(starts[k]));
        f();
        check(cudaEventRecord(stops[k], nullptr));
    }
    check(cudaEventSynchronize(stops.back()));
    std::vector<float> times;
    for (int k = 0; k < repeats; ++k) {
        float time = 0;
        check(cudaEventElapsedTime(&time, starts[k], stops[k]));
        times.push_back(time);
    }
    return median(times.data(), static_cast<int>(times.size()));
    // end of Solution 2
