// Mistake: each piece is waited for before the next one
// Verdict: wrong_answer
// Message: or waits for it
// Only: virtual
    // Solution 1
    if (there) {
        cuda::memcpy_async(place, source, sizeof(Piece), pipe);
        pipe.producer_commit();
        cuda::pipeline_consumer_wait_prior<0>(pipe);
    } else {
        *place = Piece{};
    }
    // end of Solution 1
