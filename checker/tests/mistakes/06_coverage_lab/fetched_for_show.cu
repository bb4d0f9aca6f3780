// Mistake: all is marked, launched and fetched, and what is counted comes from a formula
// Verdict: wrong_answer
// Message: what is in out decides, not a formula
// Only: virtual
    // Solution 3
    check(cudaMemset(out, 0xff, room * sizeof(int)));
    launch_add(x, y, out, blocks, threads);
    check(cudaMemcpy(after.data(), out, room * sizeof(int), cudaMemcpyDeviceToHost));
    std::fill(after.begin(), after.end(), -1);
    std::fill_n(after.begin(), std::size_t(blocks) * threads, 0);
    const auto was_written = [](int value) { return value != -1; };
    // end of Solution 3
