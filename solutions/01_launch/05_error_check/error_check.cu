// Lesson 05: errors. README.md explains; fill in the three regions marked TODO.
#include "error_check.hpp"

#include <cstdio>
#include <source_location>
#include <stdexcept>
#include <string>

// What check() throws.
struct CudaError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// Goes around every call of the runtime: check(cudaMalloc(...)). `where` is the line it stands in.
void check(cudaError_t status, std::source_location where = std::source_location::current()) {
    // Solution 1: the name for the one who searches, the text for the one who reads, the place for
    // both. Many calls leave their error in a second place as well, from where launch_error() would
    // take it for the next launch's: it is fetched, and so forgotten.
    if (status == cudaSuccess) {
        return;
    }
    cudaGetLastError();
    throw CudaError(std::string(where.file_name()) + ":" + std::to_string(where.line()) + ": " +
                    cudaGetErrorName(status) + ": " + cudaGetErrorString(status));
    // end of Solution 1
}

// Stands right behind a launch, which returns nothing: what the launch was refused with.
cudaError_t launch_error() {
    // Solution 2: cudaGetLastError forgets the error when it has told it; cudaPeekAtLastError would
    // tell it again after the next launch.
    return cudaGetLastError();
    // end of Solution 2
}

// Waits until all work of the stream is done: what went wrong while it ran.
cudaError_t wait_for(cudaStream_t stream) {
    // Solution 3: the wait returns what went wrong meanwhile.
    return cudaStreamSynchronize(stream);
    // end of Solution 3
}

// From here on everything is given: how the three are used.

__global__ void fill_kernel(int* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        out[i] = i;
    }
}

void message_of(int code, char* text, std::size_t length) {
    text[0] = '\0';
    try {
        check(static_cast<cudaError_t>(code));
    } catch (const CudaError& error) {
        std::snprintf(text, length, "%s", error.what());
    }
}

int fill(int* out, int n, int blocks, int threads_per_block) {
    fill_kernel<<<blocks, threads_per_block>>>(out, n);
    return launch_error();
}

int fill_nowhere() {
    fill_kernel<<<1, 32>>>(nullptr, 32);
    check(launch_error());
    return wait_for(nullptr);
}

int fill_and_wait(int* out, int n) {
    cudaStream_t stream = nullptr;
    check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    fill_kernel<<<(n + 255) / 256, 256, 0, stream>>>(out, n);
    check(launch_error());
    const cudaError_t status = wait_for(stream);
    const cudaError_t still_running = cudaStreamQuery(stream); // cudaErrorNotReady if it is
    check(cudaStreamDestroy(stream));
    return status != cudaSuccess ? status : still_running;
}

int fill_after_failed_allocation(int* out, int n) {
    try {
        void* memory = nullptr;
        check(cudaMalloc(&memory, std::size_t{1} << 60));
    } catch (const CudaError&) {
        // no memory: this program can do without
    }
    return fill(out, n, (n + 255) / 256, 256);
}

int fill_after_refused_launch(int* out, int n) {
    fill(out, n, 1, 2048);
    return fill(out, n, (n + 255) / 256, 256);
}

int launch_error_after_check() {
    fill_kernel<<<1, 2048>>>(nullptr, 0);
    try {
        int device = 0;
        check(cudaGetDevice(&device)); // goes right, and has nothing to do with the launch
    } catch (const CudaError&) {
        return -1;
    }
    return launch_error();
}
