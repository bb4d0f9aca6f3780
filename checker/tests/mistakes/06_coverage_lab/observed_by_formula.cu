// Mistake: no launch at all
// Verdict: requirement
// Message: no kernel was launched by observe_add()
    // Solution 3
    std::fill(after.begin(), after.end(), -1);
    std::fill_n(after.begin(), std::size_t(blocks) * threads, 0);
    const auto was_written = [](int value) { return value != -1; };
    // end of Solution 3
