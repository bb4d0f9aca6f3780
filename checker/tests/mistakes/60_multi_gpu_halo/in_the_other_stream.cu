// Mistake: the copy is in the stream of the part that gets it
// Verdict: fault
// Message: Race reported
// Only: virtual
    // Solution 2:
    for (auto [part, other] : {std::pair{&upper, &lower}, {&lower, &upper}}) {
        check(cudaMemcpyPeerAsync(other->row(other->to, other->halo), other->device,
                                  part->row(part->to, part->edge), part->device,
                                  part->bytes_of_row(), other->seam));
        check(cudaEventRecord(part->sent, part->seam));
    }
    // end of Solution 2
