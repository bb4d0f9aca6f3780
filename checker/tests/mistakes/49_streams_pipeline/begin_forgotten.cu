// Mistake: each piece is taken from the array's begin
// Verdict: wrong_answer
// Message: run_pipeline
    // Solution 3
    std::deque<Lane> lanes;
    for (int s = 0; s < streams; ++s) {
        lanes.emplace_back(chunk);
    }
    for (std::size_t p = 0; p * chunk < n; ++p) {
        const Piece own = piece(n, chunk, p);
        send_through(in, out + own.begin, own.count, lanes[p % streams]);
    }
    for (const Lane& lane : lanes) {
        check(cudaStreamSynchronize(lane.stream));
    }
    // end of Solution 3
