// Accepted: the list is walked with a pointer to a pointer; the wait before the way back and after it
    // Solution 2:
    std::int64_t total = 0;
    for (Node** at = &first; *at != nullptr; at = &(*at)->next) (*at)->value = total += (*at)->value;
    // end of Solution 2
    // Solution 4:
    int device = 0;
    check(cudaGetDevice(&device));
    prefetch(values, n * sizeof(float), cudaMemLocation{cudaMemLocationTypeDevice, device});
    scale_kernel<<<blocks, threads_per_block>>>(values, n, factor);
    check(cudaGetLastError());
    check(cudaDeviceSynchronize());
    prefetch(values, n * sizeof(float), cudaMemLocation{cudaMemLocationTypeHost, 0});
    check(cudaDeviceSynchronize());
    // end of Solution 4
