// Mistake: time_hypot measures one launch, the first
// Verdict: requirement
// Message: kernel
    // Solution 3
    const Event start, stop;
    float time = 0.0f;
    check(cudaEventRecord(start));
    hypot_kernel<<<blocks, threads>>>(a, b, out, n);
    check(cudaGetLastError());
    check(cudaEventRecord(stop));
    check(cudaEventSynchronize(stop));
    check(cudaEventElapsedTime(&time, start, stop));
    return time;
    // end of Solution 3
