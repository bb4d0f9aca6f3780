// Lesson 50, given: events that have an owner, and the tasks that are to be launched.
#pragma once

#include "wire/cuda_check.hpp"

#include <cstddef>
#include <cstdint>

// An event, destroyed in the end. That waits for nothing: streams that wait for the event go on
// doing so.
struct Event {
    cudaEvent_t handle = nullptr;

    Event() { check(cudaEventCreateWithFlags(&handle, cudaEventDisableTiming)); }
    ~Event() { cudaEventDestroy(handle); }
    Event(const Event&) = delete; // there is one owner
    Event& operator=(const Event&) = delete;
};

// Task `to` takes the result of task `from`.
struct Edge {
    int from, to;
};

// Tasks 0 to tasks - 1, and what they take: an edge leads from a lower number to a higher one.
struct Graph {
    int tasks = 0, edges = 0;
    const Edge* edge = nullptr;       // `edges` of them, in any order
    const int* stream_of = nullptr;   // for each task the number of the stream that it belongs to
    std::uint32_t* results = nullptr; // on the device, and so is `in`: n elements for each task
    const std::uint32_t* in = nullptr;
    std::size_t n = 0;
    const int* rounds = nullptr; // for each task, how long it takes

    // Launches task t in the stream: a kernel of a few blocks. The host goes on at once.
    void launch(int t, cudaStream_t stream) const;
};

constexpr int A = 0, B = 1, C = 2, D = 3; // the tasks of a diamond
