// Mistake: the first pieces go to the first stream, the next ones to the next stream
// Verdict: requirement
// Message: the pieces go to the streams in turn
// Only: virtual
    // Solution 3
    std::deque<Lane> lanes;
    for (int s = 0; s < streams; ++s) {
        lanes.emplace_back(chunk);
    }
    const std::size_t pieces = (n + chunk - 1) / chunk;
    for (std::size_t p = 0; p < pieces; ++p) {
        const Piece own = piece(n, chunk, p);
        send_through(in + own.begin, out + own.begin, own.count, lanes[p * streams / pieces]);
    }
    for (const Lane& lane : lanes) {
        check(cudaStreamSynchronize(lane.stream));
    }
    // end of Solution 3
