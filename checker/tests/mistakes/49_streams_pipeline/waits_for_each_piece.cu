// Mistake: send_through waits for its stream
// Verdict: requirement
// Message: send_through waited (cudaStreamSynchronize
    // Solution 2
    const std::size_t bytes = count * sizeof *in;
    check(cudaMemcpyAsync(lane.in, in, bytes, cudaMemcpyHostToDevice, lane.stream));
    launch_filter(lane.in, lane.out, count, lane.stream);
    check(cudaMemcpyAsync(out, lane.out, bytes, cudaMemcpyDeviceToHost, lane.stream));
    check(cudaStreamSynchronize(lane.stream));
    // end of Solution 2
