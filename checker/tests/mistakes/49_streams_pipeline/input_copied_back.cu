// Mistake: what is copied back is the input
// Verdict: wrong_answer
// Message: was it copied as it is
    // Solution 2
    const std::size_t bytes = count * sizeof *in;
    check(cudaMemcpyAsync(lane.in, in, bytes, cudaMemcpyHostToDevice, lane.stream));
    launch_filter(lane.in, lane.out, count, lane.stream);
    check(cudaMemcpyAsync(out, lane.in, bytes, cudaMemcpyDeviceToHost, lane.stream));
    // end of Solution 2
