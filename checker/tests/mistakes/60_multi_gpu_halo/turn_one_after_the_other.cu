// Mistake: the lower part waits for the upper part of the same step
// Verdict: requirement
// Message: the two devices are to compute at the same time
// Only: virtual
    // Solution 3:
    for (auto [part, other] : {std::pair{&upper, &lower}, {&lower, &upper}}) {
        check(cudaSetDevice(part->device));
        check(cudaStreamWaitEvent(part->seam, other->sent));
        launch_rows(*part, 1, part->rows - 1, rate, part->seam);
        if (part == &upper) {
            check(cudaEventRecord(upper.inner_done, upper.seam));
            check(cudaStreamWaitEvent(lower.seam, upper.inner_done));
        }
    }
    exchange(upper, lower);
    std::swap(upper.from, upper.to);
    std::swap(lower.from, lower.to);
    // end of Solution 3
