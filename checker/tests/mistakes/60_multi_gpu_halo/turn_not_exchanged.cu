// Mistake: the pointers are not exchanged
// Verdict: wrong_answer
// Message: are `from` and `to` exchanged?
// Only: virtual
    // Solution 3:
    for (auto [part, other] : {std::pair{&upper, &lower}, {&lower, &upper}}) {
        check(cudaSetDevice(part->device));
        check(cudaStreamWaitEvent(part->seam, other->sent));
        launch_rows(*part, 1, part->rows - 1, rate, part->seam);
    }
    exchange(upper, lower);
    // end of Solution 3
