// Mistake: each piece is a batch of its own, so that the wait counts pieces and not rounds
// Verdict: wrong_answer
// Message: copy_piece() commits its copy
// Only: virtual
    // Solution 1
    if (there) {
        cuda::memcpy_async(place, source, sizeof(Piece), pipe);
        pipe.producer_commit();
    } else {
        *place = Piece{};
    }
    // end of Solution 1
