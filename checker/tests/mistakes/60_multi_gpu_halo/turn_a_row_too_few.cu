// Mistake: the lower part's first row is left out
// Verdict: wrong_answer
// Message: wrong points
// Only: virtual
    // Solution 3:
    for (auto [part, other] : {std::pair{&upper, &lower}, {&lower, &upper}}) {
        check(cudaSetDevice(part->device));
        check(cudaStreamWaitEvent(part->seam, other->sent));
        launch_rows(*part, part->device + 1, part->rows - 1, rate, part->seam);
    }
    exchange(upper, lower);
    std::swap(upper.from, upper.to);
    std::swap(lower.from, lower.to);
    // end of Solution 3
