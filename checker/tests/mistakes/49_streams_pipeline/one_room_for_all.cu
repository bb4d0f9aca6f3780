// Mistake: the streams share the room of the first lane
// Verdict: fault
// Message: Race
// Only: virtual
    // Solution 3
    std::deque<Lane> lanes;
    for (int s = 0; s < streams; ++s) {
        lanes.emplace_back(chunk);
    }
    for (std::size_t p = 0; p * chunk < n; ++p) {
        const Piece own = piece(n, chunk, p);
        const cudaStream_t stream = lanes[p % streams].stream;
        const std::size_t bytes = own.count * sizeof *in;
        check(cudaMemcpyAsync(lanes[0].in, in + own.begin, bytes, cudaMemcpyHostToDevice, stream));
        launch_filter(lanes[0].in, lanes[0].out, own.count, stream);
        check(
            cudaMemcpyAsync(out + own.begin, lanes[0].out, bytes, cudaMemcpyDeviceToHost, stream));
    }
    for (const Lane& lane : lanes) {
        check(cudaStreamSynchronize(lane.stream));
    }
    // end of Solution 3
