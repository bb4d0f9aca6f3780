// Mistake: the host reads the array while the kernel scales it
// Verdict: wrong_answer
// Message: scale: n = 1
// Only: virtual
    // Solution 4
    int device = 0;
    check(cudaGetDevice(&device));
    prefetch(values, n * sizeof(float), {cudaMemLocationTypeDevice, device});
    scale_kernel<<<blocks, threads_per_block>>>(values, n, factor);
    check(cudaGetLastError());
    prefetch(values, n * sizeof(float), {cudaMemLocationTypeHost, 0});
    // end of Solution 4
