// Mistake: 0 is a sum, too
// Verdict: wrong_answer
// Message: observe_add() says written =
    // Solution 3
    check(cudaMemset(out, 0, room * sizeof(int)));
    launch_add(x, y, out, blocks, threads);
    check(cudaMemcpy(after.data(), out, room * sizeof(int), cudaMemcpyDeviceToHost));
    const auto was_written = [](int value) { return value != 0; };
    // end of Solution 3
