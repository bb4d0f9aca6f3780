// Mistake: waits for the stream of the last piece alone
// Verdict: wrong_answer
// Message: run_pipeline
// Only: virtual
    // Solution 3
    std::deque<Lane> lanes;
    for (int s = 0; s < streams; ++s) {
        lanes.emplace_back(chunk);
    }
    std::size_t last = 0;
    for (std::size_t p = 0; p * chunk < n; ++p) {
        const Piece own = piece(n, chunk, p);
        last = p % streams;
        send_through(in + own.begin, out + own.begin, own.count, lanes[last]);
    }
    check(cudaStreamSynchronize(lanes[last].stream));
    // end of Solution 3
