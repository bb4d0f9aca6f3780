// Mistake: what lies behind the array is not marked
// Verdict: wrong_answer
// Message: observe_add() says beyond =
    // Solution 3
    check(cudaMemset(out, 0xff, n * sizeof(int)));
    launch_add(x, y, out, blocks, threads);
    check(cudaMemcpy(after.data(), out, room * sizeof(int), cudaMemcpyDeviceToHost));
    const auto was_written = [](int value) { return value != -1; };
    // end of Solution 3
