// Accepted: lanes are made when their first piece comes; the memory is from a pool
#include "streams_pipeline.hpp"

#include "given.hpp"

#include <vector>

Piece piece(std::size_t n, std::size_t chunk, std::size_t p) {
    const std::size_t left = n - p * chunk;
    return {p * chunk, left < chunk ? left : chunk};
}

void send_through(const std::uint32_t* in, std::uint32_t* out, std::size_t count,
                  const Lane& lane) {
    check(cudaMemcpy2DAsync(lane.in, count * 4, in, count * 4, count * 4, 1,
                            cudaMemcpyHostToDevice, lane.stream));
    launch_filter(lane.in, lane.out, count, lane.stream);
    check(cudaMemcpyAsync(out, lane.out, count * 4, cudaMemcpyDeviceToHost, lane.stream));
}

struct Own {
    cudaStream_t stream = nullptr;
    std::uint32_t* room = nullptr;
    explicit Own(std::size_t chunk) {
        check(cudaStreamCreate(&stream));
        if (const cudaError_t error = cudaMallocAsync(&room, 8 * chunk, stream)) {
            cudaStreamDestroy(stream);
            check(error);
        }
    }
    Own(Own&& other) noexcept : stream(other.stream), room(other.room) {
        other.stream = nullptr;
        other.room = nullptr;
    }
    ~Own() {
        if (stream == nullptr) return;
        cudaFreeAsync(room, stream);
        cudaStreamDestroy(stream);
    }
};

void pipeline(const std::uint32_t* in, std::uint32_t* out, std::size_t n, std::size_t chunk,
              int streams) {
    std::vector<Own> lanes;
    for (std::size_t p = 0; p * chunk < n; ++p) {
        if (p < static_cast<std::size_t>(streams)) lanes.emplace_back(chunk);
        const Own& lane = lanes[p % streams];
        const Piece own = piece(n, chunk, p);
        check(cudaMemcpyAsync(lane.room, in + own.begin, own.count * 4, cudaMemcpyHostToDevice,
                              lane.stream));
        launch_filter(lane.room, lane.room + chunk, own.count, lane.stream);
        check(cudaMemcpyAsync(out + own.begin, lane.room + chunk, own.count * 4,
                              cudaMemcpyDeviceToHost, lane.stream));
    }
    for (const Own& lane : lanes) check(cudaStreamSynchronize(lane.stream));
}
