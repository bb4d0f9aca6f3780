// Mistake: events of its own that are never destroyed
// Verdict: requirement
// Message: time_sinexp() left behind an event
// Only: virtual
    // Solution 4:
    const std::size_t bytes = n * sizeof(double);
    cudaEvent_t marks[4];
    for (cudaEvent_t& mark : marks) check(cudaEventCreate(&mark));
    for (int round = 0; round < 2; ++round) {
        check(cudaEventRecord(marks[0]));
        check(cudaMemcpy(device_x.get(), x, bytes, cudaMemcpyHostToDevice));
        check(cudaMemcpy(device_y.get(), y, bytes, cudaMemcpyHostToDevice));
        check(cudaEventRecord(marks[1]));
        if (n > 0) {
            sinexp_kernel<<<blocks, threads_per_block>>>(device_x.get(), device_y.get(), device_z.get(), n);
            check(cudaGetLastError());
        }
        check(cudaEventRecord(marks[2]));
        check(cudaMemcpy(z, device_z.get(), bytes, cudaMemcpyDeviceToHost));
        check(cudaEventRecord(marks[3]));
    }
    check(cudaEventSynchronize(marks[3]));
    check(cudaEventElapsedTime(&phases.in, marks[0], marks[1]));
    check(cudaEventElapsedTime(&phases.kernel, marks[1], marks[2]));
    check(cudaEventElapsedTime(&phases.out, marks[2], marks[3]));
    // end of Solution 4
