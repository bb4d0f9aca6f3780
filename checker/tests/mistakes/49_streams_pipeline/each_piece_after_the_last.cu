// Mistake: an event makes each piece wait for the end of the one before it
// Verdict: requirement
// Message: of the time that its pieces take one after the other
// Only: virtual
    // Solution 3
    std::deque<Lane> lanes;
    for (int s = 0; s < streams; ++s) {
        lanes.emplace_back(chunk);
    }
    cudaEvent_t before;
    check(cudaEventCreateWithFlags(&before, cudaEventDisableTiming));
    for (std::size_t p = 0; p * chunk < n; ++p) {
        const Piece own = piece(n, chunk, p);
        const Lane& lane = lanes[p % streams];
        check(cudaStreamWaitEvent(lane.stream, before));
        send_through(in + own.begin, out + own.begin, own.count, lane);
        check(cudaEventRecord(before, lane.stream));
    }
    for (const Lane& lane : lanes) {
        check(cudaStreamSynchronize(lane.stream));
    }
    check(cudaEventDestroy(before));
    // end of Solution 3
