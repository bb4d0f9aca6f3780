// Mistake: errors of the copy and of the event are not looked at
// Verdict: requirement
// Message: returned as if nothing had happened
// Only: virtual
    // Solution 2:
    for (auto [part, other] : {std::pair{&upper, &lower}, {&lower, &upper}}) {
        (void)(cudaMemcpyPeerAsync(other->row(other->to, other->halo), other->device,
                                  part->row(part->to, part->edge), part->device,
                                  part->bytes_of_row(), part->seam));
        (void)(cudaEventRecord(part->sent, part->seam));
    }
    // end of Solution 2
