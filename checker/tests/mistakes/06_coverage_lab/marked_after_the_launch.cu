// Mistake: the mark goes over the sums
// Verdict: wrong_answer
// Message: observe_add() says written = 0
    // Solution 3
    launch_add(x, y, out, blocks, threads);
    check(cudaMemset(out, 0xff, room * sizeof(int)));
    check(cudaMemcpy(after.data(), out, room * sizeof(int), cudaMemcpyDeviceToHost));
    const auto was_written = [](int value) { return value != -1; };
    // end of Solution 3
