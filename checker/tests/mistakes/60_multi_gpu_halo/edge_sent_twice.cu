// Mistake: the edge is sent twice
// Verdict: requirement
// Message: made 4 copies from device to device
// Only: virtual
    // Solution 2:
    for (auto [part, other] : {std::pair{&upper, &lower}, {&lower, &upper}}) {
        check(cudaMemcpyPeerAsync(other->row(other->to, other->halo), other->device,
                                  part->row(part->to, part->edge), part->device,
                                  part->bytes_of_row(), part->seam));
        check(cudaMemcpyPeerAsync(other->row(other->to, other->halo), other->device,
                                  part->row(part->to, part->edge), part->device,
                                  part->bytes_of_row(), part->seam));
        check(cudaEventRecord(part->sent, part->seam));
    }
    // end of Solution 2
