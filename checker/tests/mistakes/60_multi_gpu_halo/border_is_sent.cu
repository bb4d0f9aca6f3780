// Mistake: row 0 is sent, which is the edge of no part but the smallest
// Verdict: wrong_answer
// Message: it came from row 0 of the plate
// Only: virtual
    // Solution 2:
    for (auto [part, other] : {std::pair{&upper, &lower}, {&lower, &upper}}) {
        check(cudaMemcpyPeerAsync(other->row(other->to, other->halo), other->device,
                                  part->row(part->to, part->device == 0 ? 0 : 1), part->device,
                                  part->bytes_of_row(), part->seam));
        check(cudaEventRecord(part->sent, part->seam));
    }
    // end of Solution 2
