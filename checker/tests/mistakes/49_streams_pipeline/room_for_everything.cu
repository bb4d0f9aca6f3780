// Mistake: each lane has room for the whole array
// Verdict: requirement
// Message: bytes were allocated on the device
    // Solution 3
    std::deque<Lane> lanes;
    for (int s = 0; s < streams; ++s) {
        lanes.emplace_back(std::max(n, chunk));
    }
    for (std::size_t p = 0; p * chunk < n; ++p) {
        const Piece own = piece(n, chunk, p);
        send_through(in + own.begin, out + own.begin, own.count, lanes[p % streams]);
    }
    for (const Lane& lane : lanes) {
        check(cudaStreamSynchronize(lane.stream));
    }
    // end of Solution 3
