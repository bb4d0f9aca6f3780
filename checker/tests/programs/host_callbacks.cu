// Host functions in a stream run after the work before them and before the work behind them.
#include "check.hpp"

#include <string>
#include <vector>

struct Log {
    std::vector<std::string> lines;
    const int* pinned;
};

void CUDART_CB note(void* data) {
    auto& log = *static_cast<Log*>(data);
    log.lines.push_back("the host sees " + std::to_string(*log.pinned));
}

void CUDART_CB old_style(cudaStream_t, cudaError_t status, void* data) {
    static_cast<Log*>(data)->lines.push_back(std::string("callback: ") + cudaGetErrorName(status));
}

struct Adjust {
    int* pinned;
    int by;
};
void CUDART_CB adjust(void* data) {
    const auto& what = *static_cast<Adjust*>(data);
    *what.pinned += what.by;
}

__global__ void times_three(int* value) { *value *= 3; }

int main() {
    int *value = nullptr, *pinned = nullptr;
    cudaStream_t stream;
    check(cudaStreamCreate(&stream));
    check(cudaMalloc(&value, sizeof *value));
    check(cudaMallocHost(&pinned, sizeof *pinned));
    *pinned = 7;
    Log log{{}, pinned};
    Adjust up{pinned, 10}, down{pinned, -1};

    for (Adjust* step : {&up, &down}) {
        check(cudaMemcpyAsync(value, pinned, sizeof *value, cudaMemcpyHostToDevice, stream));
        times_three<<<1, 1, 0, stream>>>(value);
        check(cudaMemcpyAsync(pinned, value, sizeof *value, cudaMemcpyDeviceToHost, stream));
        check(cudaLaunchHostFunc(stream, note, &log));
        check(cudaLaunchHostFunc(stream, adjust, step));
        check(cudaStreamAddCallback(stream, old_style, &log, 0));
    }
    check(cudaLaunchHostFunc(stream, note, &log));
    check(cudaStreamSynchronize(stream));
    for (const auto& line : log.lines) std::printf("%s\n", line.c_str());
    require(*pinned == ((7 * 3 + 10) * 3) - 1, "the value after all");
    check(cudaStreamDestroy(stream));
    check(cudaFree(value));
    check(cudaFreeHost(pinned));
    return 0;
}
