// Mistake: only the upper part sends
// Verdict: wrong_answer
// Message: the halo of the upper part
// Only: virtual
    // Solution 2:
    for (auto [part, other] : {std::pair{&upper, &lower}}) {
        check(cudaMemcpyPeerAsync(other->row(other->to, other->halo), other->device,
                                  part->row(part->to, part->edge), part->device,
                                  part->bytes_of_row(), part->seam));
        check(cudaEventRecord(part->sent, part->seam));
    }
    // end of Solution 2
