// Mistake: copies that wait, in the default stream
// Verdict: requirement
// Message: is in the default stream
// Only: virtual
    // Solution 2
    const std::size_t bytes = count * sizeof *in;
    check(cudaMemcpy(lane.in, in, bytes, cudaMemcpyHostToDevice));
    launch_filter(lane.in, lane.out, count, lane.stream);
    check(cudaMemcpy(out, lane.out, bytes, cudaMemcpyDeviceToHost));
    // end of Solution 2
