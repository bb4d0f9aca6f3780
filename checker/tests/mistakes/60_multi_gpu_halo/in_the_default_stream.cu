// Mistake: the copy is in the default stream
// Verdict: requirement
// Message: is in the default stream
// Only: virtual
    // Solution 2:
    for (auto [part, other] : {std::pair{&upper, &lower}, {&lower, &upper}}) {
        check(cudaMemcpyPeer(other->row(other->to, other->halo), other->device,
                                  part->row(part->to, part->edge), part->device,
                                  part->bytes_of_row()));
        check(cudaEventRecord(part->sent, part->seam));
    }
    // end of Solution 2
