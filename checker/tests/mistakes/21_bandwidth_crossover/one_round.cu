// Mistake: a single round, the cold one
// Verdict: requirement
// Message: launched
    // Solution 4
    const std::size_t bytes = n * sizeof(double);
    for (int round = 0; round < 1; ++round) {
        check(cudaEventRecord(begin));
        check(cudaMemcpy(device_x.get(), x, bytes, cudaMemcpyHostToDevice));
        check(cudaMemcpy(device_y.get(), y, bytes, cudaMemcpyHostToDevice));
        check(cudaEventRecord(copied_in));
        if (n > 0) {
            sinexp_kernel<<<blocks, threads_per_block>>>(device_x.get(), device_y.get(),
                                                         device_z.get(), n);
            check(cudaGetLastError());
        }
        check(cudaEventRecord(computed));
        check(cudaMemcpy(z, device_z.get(), bytes, cudaMemcpyDeviceToHost));
        check(cudaEventRecord(copied_out));
    }
    check(cudaEventSynchronize(copied_out));
    phases.in = milliseconds_between(begin, copied_in);
    phases.kernel = milliseconds_between(copied_in, computed);
    phases.out = milliseconds_between(computed, copied_out);
    // end of Solution 4
