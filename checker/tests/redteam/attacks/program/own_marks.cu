// Attack: prefetches after its kernel, and has a kernel of the mark's name before it
// Verdict: requirement
// Stage: program
// Lesson: 18_managed_memory
// Points: 3
// Replaces
//|     check(cudaMemPrefetchAsync(memory, bytes, where, 0));
//| }
    check(cudaMemPrefetchAsync(memory, bytes, where, 0));
}

static __global__ void your_prefetch() {}
// end of Replaces
    // Solution 4
    int device = 0;
    check(cudaGetDevice(&device));
    your_prefetch<<<1, 1>>>();
    scale_kernel<<<blocks, threads_per_block>>>(values, n, factor);
    check(cudaGetLastError());
    prefetch(values, n * sizeof(float), {cudaMemLocationTypeDevice, device});
    prefetch(values, n * sizeof(float), {cudaMemLocationTypeHost, 0});
    check(cudaDeviceSynchronize());
    // end of Solution 4
