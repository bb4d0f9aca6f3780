// Mistake: the edge comes from the array that was read
// Verdict: wrong_answer
// Message: it came from `from`, the array that a step reads
// Only: virtual
    // Solution 2:
    for (auto [part, other] : {std::pair{&upper, &lower}, {&lower, &upper}}) {
        check(cudaMemcpyPeerAsync(other->row(other->to, other->halo), other->device,
                                  part->row(part->from, part->edge), part->device,
                                  part->bytes_of_row(), part->seam));
        check(cudaEventRecord(part->sent, part->seam));
    }
    // end of Solution 2
