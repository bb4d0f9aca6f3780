// Attack: stands in a thread's own channel to the engine and passes each packet twice, calls and answers, both ways
// Verdict: any
// Stage: run
#include "square_port.hpp"

#include "tests/redteam/attacks/raw_engine.hpp"
#include <atomic>
#include <thread>

__global__ void squares(const std::int64_t* in, std::int64_t* out, std::size_t count) {
    const std::size_t i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) out[i] = in[i] * in[i];
}

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    cudaFree(nullptr); // so that there is a channel
    int pair[2] = {-1, -1};
    const auto channels = raw_engine::channels_of_runtime();
    std::atomic<bool> over = false;
    std::thread between;
    int real = -1;
    if (!channels.empty() && socketpair(AF_UNIX, SOCK_SEQPACKET, 0, pair) == 0) {
        real = dup(channels[0]);
        dup2(pair[0], channels[0]);
        between = std::thread([&] {
            std::vector<char> bytes(1 << 17);
            while (!over) {
                pollfd waiting[2] = {{pair[1], POLLIN, 0}, {real, POLLIN, 0}};
                if (poll(waiting, 2, 10) <= 0) continue;
                for (int side = 0; side < 2; ++side) {
                    if (!waiting[side].revents) continue;
                    const auto count =
                        recv(waiting[side].fd, bytes.data(), bytes.size(), MSG_DONTWAIT);
                    if (count <= 0) return;
                    for (int twice = 0; twice < 2; ++twice)
                        send(waiting[1 - side].fd, bytes.data(), static_cast<std::size_t>(count),
                             MSG_NOSIGNAL | MSG_DONTWAIT);
                }
            }
        });
    }
    std::int64_t *in = nullptr, *out = nullptr;
    cudaMalloc(&in, count * sizeof *in);
    cudaMalloc(&out, count * sizeof *out);
    cudaLaunchHostFunc(
        nullptr, [](void*) {}, nullptr);
    cudaMemcpy(in, input, count * sizeof *in, cudaMemcpyHostToDevice);
    squares<<<static_cast<unsigned>(count / 256 + 1), 256>>>(in, out, count);
    cudaMemcpy(output, out, count * sizeof *out, cudaMemcpyDeviceToHost);
    over = true;
    if (between.joinable()) between.join();
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
}
