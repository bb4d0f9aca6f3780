// Mistake: as many bytes are copied as there are elements
// Verdict: fault
// Message: never written
// Only: virtual
    // Solution 2
    check(cudaMemcpyAsync(lane.in, in, count, cudaMemcpyHostToDevice, lane.stream));
    launch_filter(lane.in, lane.out, count, lane.stream);
    check(cudaMemcpyAsync(out, lane.out, count, cudaMemcpyDeviceToHost, lane.stream));
    // end of Solution 2
