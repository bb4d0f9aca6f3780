// Mistake: nothing looks at what the copy back returns
// Verdict: requirement
// Message: returned as if nothing had happened
// Only: virtual
    // Solution 3:
    check(cudaMemset(out, 0xff, room * sizeof(int)));
    launch_add(x, y, out, blocks, threads);
    cudaMemcpy(after.data(), out, room * sizeof(int), cudaMemcpyDeviceToHost);
    const auto was_written = [](int value) { return value != -1; };
    // end of Solution 3
