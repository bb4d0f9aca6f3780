// Mistake: what an earlier launch left in the memory passes for work of this one
// Verdict: wrong_answer
// Message: in memory that holds all the sums already
// Message: observe_add() says written = 4096; after a real launch it is 2048: 0 to 2047
    // Solution 3
    launch_add(x, y, out, blocks, threads);
    check(cudaMemcpy(after.data(), out, room * sizeof(int), cudaMemcpyDeviceToHost));
    const auto was_written = [](int value) { return value != -1; };
    // end of Solution 3
