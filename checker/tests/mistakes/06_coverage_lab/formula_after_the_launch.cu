// Mistake: marked and launched, but what is counted comes from a formula
// Verdict: requirement
// Message: observe_add() has not looked
    // Solution 3
    check(cudaMemset(out, 0xff, room * sizeof(int)));
    launch_add(x, y, out, blocks, threads);
    std::fill(after.begin(), after.end(), -1);
    std::fill_n(after.begin(), std::size_t(blocks) * threads, 0);
    const auto was_written = [](int value) { return value != -1; };
    // end of Solution 3
