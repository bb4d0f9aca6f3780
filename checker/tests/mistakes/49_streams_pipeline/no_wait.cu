// Mistake: pipeline returns without waiting
// Verdict: wrong_answer
// Message: run_pipeline
// Only: virtual
    // Solution 3
    std::deque<Lane> lanes;
    for (int s = 0; s < streams; ++s) {
        lanes.emplace_back(chunk);
    }
    for (std::size_t p = 0; p * chunk < n; ++p) {
        const Piece own = piece(n, chunk, p);
        send_through(in + own.begin, out + own.begin, own.count, lanes[p % streams]);
    }
    // end of Solution 3
