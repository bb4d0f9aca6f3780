// Accepted: memory of its own for the experiment, which out gets back at the end
    // Solution 3:
    int* own = nullptr;
    check(cudaMalloc(&own, room * sizeof(int)));
    check(cudaMemset(own, -1, room * sizeof(int)));
    launch_add(x, y, own, blocks, threads);
    check(cudaMemcpy(after.data(), own, room * sizeof(int), cudaMemcpyDeviceToHost));
    check(cudaFree(own));
    const auto was_written = [](int value) { return value + 1 != 0; };
    // end of Solution 3
