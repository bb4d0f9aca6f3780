// Accepted: memory of its own for the experiment, which is given back whatever happens
    // Solution 3:
    struct Own {
        int* places = nullptr;
        ~Own() { cudaFree(places); }
    } own;
    check(cudaMalloc(&own.places, room * sizeof(int)));
    check(cudaMemset(own.places, -1, room * sizeof(int)));
    launch_add(x, y, own.places, blocks, threads);
    check(cudaMemcpy(after.data(), own.places, room * sizeof(int), cudaMemcpyDeviceToHost));
    const auto was_written = [](int value) { return value + 1 != 0; };
    // end of Solution 3
