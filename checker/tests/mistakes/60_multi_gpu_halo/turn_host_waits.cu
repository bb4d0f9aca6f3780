// Mistake: the host waits in each step
// Verdict: requirement
// Message: the host waited between two launches
// Only: virtual
    // Solution 3:
    for (auto [part, other] : {std::pair{&upper, &lower}, {&lower, &upper}}) {
        check(cudaSetDevice(part->device));
        check(cudaStreamWaitEvent(part->seam, other->sent));
        launch_rows(*part, 1, part->rows - 1, rate, part->seam);
    }
    check(cudaStreamSynchronize(upper.seam));
    exchange(upper, lower);
    std::swap(upper.from, upper.to);
    std::swap(lower.from, lower.to);
    // end of Solution 3
