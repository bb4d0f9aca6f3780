// Mistake: each piece waits for the one before it, and there are too many idle streams to tell
// Verdict: requirement
// Message: what took place side by side is not known
// Only: virtual
    // Solution 3
    std::deque<Lane> lanes;
    for (int s = 0; s < streams; ++s) {
        lanes.emplace_back(chunk);
    }
    std::deque<cudaStream_t> idle(40);
    for (cudaStream_t& stream : idle) {
        check(cudaStreamCreate(&stream));
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
    for (const cudaStream_t stream : idle) {
        check(cudaStreamDestroy(stream));
    }
    // end of Solution 3
