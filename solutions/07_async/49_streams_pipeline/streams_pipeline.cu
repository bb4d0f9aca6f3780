// Lesson 49: a pipeline of streams. README.md explains; fill in the three regions marked TODO.
#include "streams_pipeline.hpp"

#include "given.hpp"

#include <algorithm>
#include <deque>

Piece piece(std::size_t n, std::size_t chunk, std::size_t p) {
    // Solution 1: pieces begin at multiples of `chunk`; the last one ends where the array does.
    const std::size_t begin = p * chunk;
    return {begin, std::min(chunk, n - begin)};
    // end of Solution 1
}

void send_through(const std::uint32_t* in, std::uint32_t* out, std::size_t count,
                  const Lane& lane) {
    // Solution 2: all three in one stream, which does them in this order. Nothing else orders them,
    // and the host does not wait.
    const std::size_t bytes = count * sizeof *in;
    check(cudaMemcpyAsync(lane.in, in, bytes, cudaMemcpyHostToDevice, lane.stream));
    launch_filter(lane.in, lane.out, count, lane.stream);
    check(cudaMemcpyAsync(out, lane.out, bytes, cudaMemcpyDeviceToHost, lane.stream));
    // end of Solution 2
}

void pipeline(const std::uint32_t* in, std::uint32_t* out, std::size_t n, std::size_t chunk,
              int streams) {
    // Solution 3: a lane is used again by the piece `streams` pieces later. That one comes after
    // the earlier piece in the same stream, so it overwrites nothing that is still needed.
    std::deque<Lane> lanes; // a deque, because a Lane cannot move
    for (int s = 0; s < streams; ++s) {
        lanes.emplace_back(chunk);
    }
    for (std::size_t p = 0; p * chunk < n; ++p) {
        const Piece own = piece(n, chunk, p);
        send_through(in + own.begin, out + own.begin, own.count, lanes[p % streams]);
    }
    for (const Lane& lane : lanes) {
        check(cudaStreamSynchronize(lane.stream));
    }
    // end of Solution 3
}
