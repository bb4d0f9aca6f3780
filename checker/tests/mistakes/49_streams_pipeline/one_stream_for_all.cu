// Mistake: all pieces go to the first lane
// Verdict: requirement
// Message: is in 1 stream; 2 are asked for
// Only: virtual
    // Solution 3
    std::deque<Lane> lanes;
    for (int s = 0; s < streams; ++s) {
        lanes.emplace_back(chunk);
    }
    for (std::size_t p = 0; p * chunk < n; ++p) {
        const Piece own = piece(n, chunk, p);
        send_through(in + own.begin, out + own.begin, own.count, lanes[0]);
    }
    for (const Lane& lane : lanes) {
        check(cudaStreamSynchronize(lane.stream));
    }
    // end of Solution 3
