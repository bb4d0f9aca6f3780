// Mistake: errors of the waits are not looked at
// Verdict: requirement
// Message: cudaStreamWaitEvent in
// Only: virtual
    // Solution 4:
    for (auto [part, other] : {std::pair{&upper, &lower}, {&lower, &upper}}) {
        check(cudaSetDevice(part->device));
        cudaStreamWaitEvent(part->seam, other->sent);
        cudaStreamWaitEvent(part->seam, part->inner_done);
        cudaStreamWaitEvent(part->inner, part->sent);
        const bool is_upper = part->device == 0, has_edge = part->rows > 2;
        if (has_edge) launch_rows(*part, part->edge, part->edge + 1, rate, part->seam);
        launch_rows(*part, is_upper ? 1 : 2, is_upper ? part->edge : part->rows - 1, rate,
                    part->inner);
        check(cudaEventRecord(part->inner_done, part->inner));
    }
    exchange(upper, lower);
    std::swap(upper.from, upper.to);
    std::swap(lower.from, lower.to);
    // end of Solution 4
