// Accepted: a round of pieces at a time, stage by stage, in streams that do not block the default one
#include "streams_pipeline.hpp"

#include "given.hpp"

#include <algorithm>
#include <vector>

Piece piece(std::size_t n, std::size_t chunk, std::size_t p) {
    const std::size_t end = n - p * chunk < chunk ? n : (p + 1) * chunk;
    return {p * chunk, end - p * chunk};
}

void send_through(const std::uint32_t* in, std::uint32_t* out, std::size_t count,
                  const Lane& lane) {
    check(cudaMemcpyAsync(lane.in, in, count * 4, cudaMemcpyDefault, lane.stream));
    launch_filter(lane.in, lane.out, count, lane.stream);
    check(cudaMemcpyAsync(out, lane.out, count * 4, cudaMemcpyDefault, lane.stream));
}

// What pipeline made, also when a call in the middle of it throws.
struct Streams {
    std::vector<cudaStream_t> streams;
    std::vector<std::uint32_t*> rooms;
    Streams(int count, std::size_t chunk) {
        try {
            for (int s = 0; s < count; ++s) {
                cudaStream_t stream;
                check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
                streams.push_back(stream);
                std::uint32_t* room;
                check(cudaMalloc(&room, 2 * chunk * sizeof *room));
                rooms.push_back(room);
            }
        } catch (...) {
            give_back();
            throw;
        }
    }
    ~Streams() { give_back(); }
    void give_back() {
        for (auto* room : rooms) cudaFree(room);
        for (auto stream : streams) cudaStreamDestroy(stream);
    }
};

void pipeline(const std::uint32_t* in, std::uint32_t* out, std::size_t n, std::size_t chunk,
              int count) {
    const Streams all(count, chunk);
    const std::size_t pieces = (n + chunk - 1) / chunk;
    for (std::size_t first = 0; first < pieces; first += count) {
        const std::size_t round = std::min<std::size_t>(count, pieces - first);
        for (std::size_t s = 0; s < round; ++s) {
            const Piece own = piece(n, chunk, first + s);
            check(cudaMemcpyAsync(all.rooms[s], in + own.begin, own.count * 4,
                                  cudaMemcpyHostToDevice, all.streams[s]));
        }
        for (std::size_t s = 0; s < round; ++s) {
            const Piece own = piece(n, chunk, first + s);
            launch_filter(all.rooms[s], all.rooms[s] + chunk, own.count, all.streams[s]);
        }
        for (std::size_t s = 0; s < round; ++s) {
            const Piece own = piece(n, chunk, first + s);
            check(cudaMemcpyAsync(out + own.begin, all.rooms[s] + chunk, own.count * 4,
                                  cudaMemcpyDeviceToHost, all.streams[s]));
        }
    }
    check(cudaDeviceSynchronize());
}
