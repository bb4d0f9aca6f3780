// Mistake: the filter is in the default stream
// Verdict: requirement
// Message: a kernel is in the default stream
// Only: virtual
    // Solution 2
    const std::size_t bytes = count * sizeof *in;
    check(cudaMemcpyAsync(lane.in, in, bytes, cudaMemcpyHostToDevice, lane.stream));
    launch_filter(lane.in, lane.out, count, nullptr);
    check(cudaMemcpyAsync(out, lane.out, bytes, cudaMemcpyDeviceToHost, lane.stream));
    // end of Solution 2
