// Whether the bytes that a copy from the host brings have arrived when it returns. The answers of a
// real GPU are in api_pageable.txt. Each question copies many times and reads at once, in a stream
// of some kind; "old" says that some read found bytes of the copy before.
//
// The virtual GPU must answer section `ordered` in the same way. What comes of
// section `unordered` is open, and the virtual GPU reports races (docs/decisions/0008).
#include "api_tell.hpp"

#include <cstdlib>
#include <functional>

namespace {

constexpr std::size_t bytes = 1 << 20, ints = bytes / sizeof(int);
constexpr int rounds = 200;

__device__ int variable[ints];

__global__ void read_ends(const int* array, int* ends) {
    ends[0] = array[0];
    ends[1] = array[ints - 1];
}

// What all questions use. `apart` is a non-blocking stream.
struct Bench {
    int *device = nullptr, *ends_there = nullptr, *symbol = nullptr;
    int* pageable = static_cast<int*>(std::malloc(bytes));
    int *pinned = nullptr, *ends = nullptr;
    cudaStream_t blocking = nullptr, apart = nullptr;
    cudaEvent_t event = nullptr;

    Bench() {
        cudaMalloc(&device, bytes);
        cudaMalloc(&ends_there, 4 * sizeof(int));
        cudaGetSymbolAddress(reinterpret_cast<void**>(&symbol), variable);
        cudaMallocHost(&pinned, bytes);
        cudaMallocHost(&ends, 2 * sizeof(int));
        cudaStreamCreate(&blocking);
        cudaStreamCreateWithFlags(&apart, cudaStreamNonBlocking);
        cudaEventCreate(&event);
        cudaMemset(device, 0, bytes);
        read_ends<<<1, 1>>>(device, ends_there); // the first launch of a kernel takes longer
        cudaDeviceSynchronize();
    }
    void read(const int* array, cudaStream_t stream) {
        read_ends<<<1, 1, 0, stream>>>(array, ends_there);
        cudaMemcpyAsync(ends, ends_there, 2 * sizeof(int), cudaMemcpyDeviceToHost, stream);
        cudaStreamSynchronize(stream);
    }
};

void bring(Bench& bench, const int* from) {
    cudaMemcpy(bench.device, from, bytes, cudaMemcpyHostToDevice);
}

using Step = std::function<void(Bench&)>;

void ask(const char* question, int* Bench::*source, const Step& copy_and_read) {
    Bench bench;
    bool old = false;
    for (int value = 1; value <= rounds; ++value) {
        int* const from = bench.*source;
        from[0] = from[ints - 1] = value;
        copy_and_read(bench);
        old = old || bench.ends[0] != value || bench.ends[1] != value;
        cudaDeviceSynchronize();
    }
    std::printf("%-58s %s, %s\n", question, old ? "old" : "new",
                cudaGetErrorName(cudaGetLastError()));
}

void ask_pageable(const char* question, const Step& copy_and_read) {
    ask(question, &Bench::pageable, copy_and_read);
}

void ask_ordered() {
    ask_pageable("the default stream reads", [](Bench& bench) {
        bring(bench, bench.pageable);
        bench.read(bench.device, nullptr);
    });
    ask_pageable("a blocking stream reads", [](Bench& bench) {
        bring(bench, bench.pageable);
        bench.read(bench.device, bench.blocking);
    });
    ask_pageable("a non-blocking stream, cudaStreamSynchronize(0) before", [](Bench& bench) {
        bring(bench, bench.pageable);
        cudaStreamSynchronize(nullptr);
        bench.read(bench.device, bench.apart);
    });
    ask_pageable("a non-blocking stream, cudaDeviceSynchronize before", [](Bench& bench) {
        bring(bench, bench.pageable);
        cudaDeviceSynchronize();
        bench.read(bench.device, bench.apart);
    });
    ask_pageable("a non-blocking stream that waits for an event", [](Bench& bench) {
        bring(bench, bench.pageable);
        cudaEventRecord(bench.event);
        cudaStreamWaitEvent(bench.apart, bench.event);
        bench.read(bench.device, bench.apart);
    });
    ask_pageable("cudaMemcpyAsync in the stream that reads", [](Bench& bench) {
        cudaMemcpyAsync(bench.device, bench.pageable, bytes, cudaMemcpyHostToDevice, bench.apart);
        bench.read(bench.device, bench.apart);
    });
    ask_pageable("cudaFree between the two", [](Bench& bench) {
        void* memory = nullptr;
        cudaMalloc(&memory, bytes);
        bring(bench, bench.pageable);
        cudaFree(memory);
        bench.read(bench.device, bench.apart);
    });
    ask("from pinned memory, a non-blocking stream reads", &Bench::pinned, [](Bench& bench) {
        bring(bench, bench.pinned);
        bench.read(bench.device, bench.apart);
    });
}

void ask_unordered() {
    ask_pageable("a non-blocking stream reads", [](Bench& bench) {
        bring(bench, bench.pageable);
        bench.read(bench.device, bench.apart);
    });
    ask_pageable("a non-blocking stream copies back", [](Bench& bench) {
        bring(bench, bench.pageable);
        for (int i = 0; i < 2; ++i)
            cudaMemcpyAsync(bench.ends + i, bench.device + i * (ints - 1), sizeof(int),
                            cudaMemcpyDeviceToHost, bench.apart);
        cudaStreamSynchronize(bench.apart);
    });
    ask_pageable("a non-blocking stream that is made after the copy", [](Bench& bench) {
        bring(bench, bench.pageable);
        cudaStream_t stream = nullptr;
        cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
        bench.read(bench.device, stream);
        cudaStreamDestroy(stream);
    });
    ask_pageable("cudaMemcpy2D, a non-blocking stream reads", [](Bench& bench) {
        cudaMemcpy2D(bench.device, 4096, bench.pageable, 4096, 4096, bytes / 4096,
                     cudaMemcpyHostToDevice);
        bench.read(bench.device, bench.apart);
    });
    ask_pageable("cudaMemcpyToSymbol, a non-blocking stream reads", [](Bench& bench) {
        cudaMemcpyToSymbol(variable, bench.pageable, bytes);
        bench.read(bench.symbol, bench.apart);
    });
    ask_pageable("cudaMalloc between the two", [](Bench& bench) {
        bring(bench, bench.pageable);
        void* memory = nullptr;
        cudaMalloc(&memory, bytes);
        bench.read(bench.device, bench.apart);
        cudaFree(memory);
    });
    ask_pageable("cudaMallocHost between the two", [](Bench& bench) {
        bring(bench, bench.pageable);
        void* memory = nullptr;
        cudaMallocHost(&memory, 64);
        bench.read(bench.device, bench.apart);
        cudaFreeHost(memory);
    });
    ask_pageable("a launch in the default stream between the two", [](Bench& bench) {
        bring(bench, bench.pageable);
        read_ends<<<1, 1>>>(bench.device, bench.ends_there + 2);
        bench.read(bench.device, bench.apart);
    });
}

} // namespace

int main(int words, char** text) {
    static constexpr Section sections[] = {{"ordered", ask_ordered}, {"unordered", ask_unordered}};
    return run_sections(sections, words, text);
}
