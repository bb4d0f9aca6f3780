// Accepted: cudaMemsetAsync, two copies of halves, and a mark that is the smallest number
    // Solution 2:
    std::uint64_t first = i < threads ? 0 : (i - threads) / 128 + 1; // the first block that reaches i
    return first < blocks && 128 * first <= i;
    // end of Solution 2
    // Solution 3:
    check(cudaMemsetAsync(out, 0x80, room * sizeof(int), nullptr));
    launch_add(x, y, out, blocks, threads);
    const std::size_t half = room / 2;
    check(cudaMemcpy(after.data(), out, half * sizeof(int), cudaMemcpyDeviceToHost));
    check(cudaMemcpy(after.data() + half, out + half, (room - half) * sizeof(int),
                     cudaMemcpyDeviceToHost));
    const auto was_written = [](int value) { return value >= 0; };
    // end of Solution 3
