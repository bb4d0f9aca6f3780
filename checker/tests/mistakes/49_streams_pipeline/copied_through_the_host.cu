// Mistake: the host waits for each copy in the stream before it goes on
// Verdict: requirement
// Message: send_through waited
    // Solution 2
    const std::size_t bytes = count * sizeof *in;
    check(cudaMemcpyAsync(lane.in, in, bytes, cudaMemcpyHostToDevice, lane.stream));
    check(cudaDeviceSynchronize());
    launch_filter(lane.in, lane.out, count, lane.stream);
    check(cudaDeviceSynchronize());
    check(cudaMemcpyAsync(out, lane.out, bytes, cudaMemcpyDeviceToHost, lane.stream));
    // end of Solution 2
