// Accepted: the host waits for an event at the end of each stream
#include "streams_pipeline.hpp"

#include "given.hpp"

#include <algorithm>
#include <memory>
#include <vector>

Piece piece(std::size_t n, std::size_t chunk, std::size_t p) {
    return {.begin = chunk * p, .count = std::min(n, chunk * (p + 1)) - chunk * p};
}

void send_through(const std::uint32_t* in, std::uint32_t* out, std::size_t count,
                  const Lane& lane) {
    check(cudaMemcpyAsync(lane.in, in, count * sizeof(std::uint32_t), cudaMemcpyHostToDevice,
                          lane.stream));
    launch_filter(lane.in, lane.out, count, lane.stream);
    check(cudaMemcpyAsync(out, lane.out, count * sizeof(std::uint32_t), cudaMemcpyDeviceToHost,
                          lane.stream));
}

struct Event {
    cudaEvent_t event = nullptr;
    Event() { check(cudaEventCreateWithFlags(&event, cudaEventDisableTiming)); }
    ~Event() { cudaEventDestroy(event); }
};

void pipeline(const std::uint32_t* in, std::uint32_t* out, std::size_t n, std::size_t chunk,
              int streams) {
    std::vector<std::unique_ptr<Lane>> lanes(streams);
    for (auto& lane : lanes) lane = std::make_unique<Lane>(chunk);
    std::size_t turn = 0;
    for (std::size_t begin = 0; begin < n; begin += chunk, ++turn) {
        send_through(in + begin, out + begin, std::min(chunk, n - begin), *lanes[turn % streams]);
    }
    for (auto& lane : lanes) {
        const Event end;
        check(cudaEventRecord(end.event, lane->stream));
        check(cudaEventSynchronize(end.event));
    }
}
