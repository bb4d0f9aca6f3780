// Attack: prefetches nothing, and writes into the list of prefetches
// Verdict: does_not_compile
// Stage: program
// Lesson: 18_managed_memory
// Replaces
//| void prefetch(const void* memory, std::size_t bytes, cudaMemLocation where) {
//|     int device = 0, can_prefetch = 0;
//|     check(cudaGetDevice(&device));
//|     check(cudaDeviceGetAttribute(&can_prefetch, cudaDevAttrConcurrentManagedAccess, device));
//|     if (can_prefetch == 0 || bytes == 0) {
//|         return;
//|     }
//|     check(cudaMemPrefetchAsync(memory, bytes, where, 0));
//| }
// end of Replaces
    // Solution 4
    int device = 0;
    check(cudaGetDevice(&device));
    prefetches.push_back({n * sizeof(float), device});
    your_prefetch<<<1, 1>>>();
    scale_kernel<<<blocks, threads_per_block>>>(values, n, factor);
    check(cudaGetLastError());
    prefetches.push_back({n * sizeof(float), -1});
    your_prefetch<<<1, 1>>>();
    check(cudaDeviceSynchronize());
    // end of Solution 4
