// Mistake: before a lane is used again, the host asks until it is idle
// Verdict: requirement
// Message: the host waited (cudaStreamQuery
// Message: pieces still to be submitted
// Only: virtual
    // Solution 3
    std::deque<Lane> lanes;
    for (int s = 0; s < streams; ++s) {
        lanes.emplace_back(chunk);
    }
    for (std::size_t p = 0; p * chunk < n; ++p) {
        const Lane& lane = lanes[p % streams];
        while (cudaStreamQuery(lane.stream) == cudaErrorNotReady) {
        }
        const Piece own = piece(n, chunk, p);
        send_through(in + own.begin, out + own.begin, own.count, lane);
    }
    for (const Lane& lane : lanes) {
        check(cudaStreamSynchronize(lane.stream));
    }
    // end of Solution 3
