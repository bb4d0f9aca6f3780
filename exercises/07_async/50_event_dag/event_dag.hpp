// Lesson 50, what the checker calls. Given: read it, do not edit it.
//
// What you write, in event_dag.cu, are three functions:
//
//     void follow(cudaStream_t stream, cudaStream_t other)
//
//     void diamond(const Graph& graph, cudaStream_t main, cudaStream_t side)
//
//     void run_graph(const Graph& graph, const cudaStream_t* streams)
//
// follow makes all work that is put into `stream` from now on wait for all work that `other` has by
// now; not for what is put into `other` later.
//
// diamond launches tasks A, B, C and D of the graph: B and C take the result of A, D takes those of
// B and C. A, B and D belong into `main`, C into `side`. B and C may take place side by side. To
// the caller, all of it belongs to `main`: it comes after what `main` has already, and what is put
// into `main` later comes after all four.
//
// run_graph launches all tasks, in the order of their numbers, task t in
// streams[graph.stream_of[t]]. A task begins as soon as all tasks that it takes a result of are
// done, and its stream is done with the tasks before it: it waits for no other task.
//
// The host only submits: it returns while the work is still to be done, and nothing stands still
// but streams. Events that were made are destroyed. An error that CUDA reports is thrown.
//
// given.hpp has Event, Graph and the tasks; given.cu calls your functions, as follows.
#pragma once

#include "wire/interface.hpp"

#include <cstddef>
#include <cstdint>

// For all: in and results are device pointers, of n elements and of n elements for each task; the
// other arrays are host pointers. rounds says how long each task takes. n is at least 1. There are
// at most 12 tasks, each of which takes the results of at most 4.

// Task 0 in one stream and task 3 in another one; follow(), for a stream that is to wait for task
// 0; task 1, which takes the result of task 0, in that stream, and task 2 in the one of task 0.
// Waits for all three streams.
void run_follow(const std::uint32_t* in, std::size_t n, const int* rounds, std::uint32_t* results);
WORKBOOK_CALLABLE(run_follow);

// A kernel in `main`, which prepares what A takes, and an empty one in `side`; diamond(); a kernel
// in `main`, which takes the result of D and writes it to `last`, n elements on the device. Waits
// for `main` alone.
void run_diamond(const std::uint32_t* in, std::size_t n, const int* rounds, std::uint32_t* results,
                 std::uint32_t* last);
WORKBOOK_CALLABLE(run_diamond);

// A kernel which all streams wait for; run_graph(), for edges from[e] to to[e]. Waits for all
// streams.
void run_tasks(const std::uint32_t* in, std::size_t n, int tasks, const int* rounds, int edges,
               const int* from, const int* to, int streams, const int* stream_of,
               std::uint32_t* results);
WORKBOOK_CALLABLE(run_tasks);
