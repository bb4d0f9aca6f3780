// Accepted: the marks are copied from the host, before the launch that overwrites them
    // Solution 3:
    std::fill(after.begin(), after.end(), -1);
    check(cudaMemcpy(out, after.data(), room * sizeof(int), cudaMemcpyHostToDevice));
    launch_add(x, y, out, blocks, threads);
    check(cudaMemcpy(after.data(), out, room * sizeof(int), cudaMemcpyDeviceToHost));
    const auto was_written = [](int value) { return value != -1; };
    // end of Solution 3
