// Accepted: the marks by cudaMemset2DAsync; an asynchronous copy and a wait; other formulas
    // Solution 1:
    const auto indices = static_cast<std::uint64_t>(blocks) * static_cast<unsigned>(threads);
    if (indices <= n) return {indices, n - indices, 0};
    return {n, 0, indices - n};
    // end of Solution 1
    // Solution 2:
    if (threads >= 128) return i < 128 * (blocks - 1) + threads;
    return i / 128 < blocks && i % 128 < threads;
    // end of Solution 2
    // Solution 3:
    constexpr int nothing = 0x7e7e7e7e;
    check(cudaMemset2DAsync(out, room * sizeof(int), 0x7e, room * sizeof(int), 1, nullptr));
    launch_add(x, y, out, blocks, threads);
    check(cudaMemcpyAsync(after.data(), out, room * sizeof(int), cudaMemcpyDefault, nullptr));
    check(cudaStreamSynchronize(nullptr));
    const auto was_written = [=](int value) { return value != nothing; };
    // end of Solution 3
