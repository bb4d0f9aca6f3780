// Lesson 51, given: a chain of masses and the kernels of its steps; owners of events and graphs.
#pragma once

#include "wire/cuda_check.hpp"

#include <cstddef>
#include <cstdint>

// A ring of n masses, each drawn by its two neighbours. All arrays are on the device.
struct Chain {
    std::uint32_t* x = nullptr;    // where each is
    std::uint32_t* v = nullptr;    // how quick
    std::uint32_t* heat = nullptr; // how warm
    std::uint32_t* force = nullptr;
    std::size_t n = 0;
    int rounds = 0; // how long `kick` and `warm` take
};

enum Part {
    forces, // force from x
    kick,   // v from v and force
    warm,   // heat from heat and force
    move    // x from x, v and heat
};

// Launches a part of the chain's step: a kernel of a few blocks, whose one argument is the chain.
void launch(Part part, const Chain& chain, cudaStream_t stream);

// Owners: what `handle` stands for is destroyed at the end of the scope. A graph that was launched
// may be destroyed at once: launches that were made go on.
struct Event {
    cudaEvent_t handle = nullptr;

    Event() { check(cudaEventCreateWithFlags(&handle, cudaEventDisableTiming)); }
    ~Event() { cudaEventDestroy(handle); }
    Event(const Event&) = delete;
    Event& operator=(const Event&) = delete;
};

struct Graph {
    cudaGraph_t handle = nullptr;

    explicit Graph(cudaGraph_t of = nullptr) : handle(of) {}
    ~Graph() {
        if (handle != nullptr) cudaGraphDestroy(handle);
    }
    Graph(const Graph&) = delete;
    Graph& operator=(const Graph&) = delete;
};

struct Executable {
    cudaGraphExec_t handle = nullptr;

    Executable() = default;
    ~Executable() {
        if (handle != nullptr) cudaGraphExecDestroy(handle);
    }
    Executable(const Executable&) = delete;
    Executable& operator=(const Executable&) = delete;
};
