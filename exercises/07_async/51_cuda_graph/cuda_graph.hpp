// Lesson 51, what the checker calls. Given: read it, do not edit it.
//
// What you write, in cuda_graph.cu, are four functions:
//
//     cudaGraph_t capture_steps(const Chain& chain, int steps, cudaStream_t main,
//                               cudaStream_t side)
//
//     void replay(cudaGraph_t graph, int times, cudaStream_t stream)
//
//     void run_visits(const Chain* chains, int visits, int steps, int times, cudaStream_t main,
//                     cudaStream_t side)
//
//     void break_off(cudaStream_t stream)
//
// capture_steps gives the graph of so many steps of the chain, which the caller destroys. A step is
// `forces`, then `kick` and `warm`, which take what `forces` made and may take place side by side,
// then `move`, which takes what both made. Nothing runs. Afterwards neither stream is being
// captured.
//
// replay launches the graph so many times into the stream. It makes one executable graph for that,
// and none is left.
//
// run_visits launches the graph of `steps` steps so many times for chains[0], then for chains[1],
// and so on, into `main`; a chain may come more than once. It makes one executable graph in all.
//
// break_off ends what is left of a capture: if the stream is being captured, the capture ends, and
// no graph is left of it. Otherwise it does nothing. capture_steps calls it when it is left.
//
// The host only submits: it returns while the work is still to be done. To the caller, all work
// belongs to `main` (in replay, to the stream): it comes after what is there already, and before
// what is put there later. An error that CUDA reports is thrown, and so is one of launch(). Graphs,
// executable graphs and events that were made are destroyed.
//
// given.hpp has Chain, its kernels, and owners; given.cu calls your functions, as follows.
#pragma once

#include "wire/interface.hpp"

#include <cstddef>
#include <cstdint>

// For all: x, v, heat and force are device pointers, of n elements for each chain; all other
// pointers are of the host. n, steps, times and visits are at least 1. Before your function, a
// kernel in `main` adds 1 to each x; afterwards one writes x + v + heat of the (last) chain to
// `last`, n elements on the device. Waits for `main`.

// capture_steps(); the graph is launched so many times. `made` gets four numbers: the graph's nodes
// (-1: there is no graph), how many of them are kernels, and whether `main` and `side` are still
// being captured (1 or 0).
void run_capture(std::uint32_t* x, std::uint32_t* v, std::uint32_t* heat, std::uint32_t* force,
                 std::size_t n, int rounds, int steps, int times, std::uint32_t* last, int* made);
WORKBOOK_CALLABLE(run_capture);

// replay(), of a graph that given.cu makes node by node.
void run_replay(std::uint32_t* x, std::uint32_t* v, std::uint32_t* heat, std::uint32_t* force,
                std::size_t n, int rounds, int steps, int times, std::uint32_t* last);
WORKBOOK_CALLABLE(run_replay);

// run_visits(): visits which[0] to which[visits - 1] of `chains` chains.
void run_chains(std::uint32_t* x, std::uint32_t* v, std::uint32_t* heat, std::uint32_t* force,
                std::size_t n, int rounds, int chains, int visits, const int* which, int steps,
                int times, std::uint32_t* last);
WORKBOOK_CALLABLE(run_chains);

// capture_steps() of one step, during which launch() of part `breaks_at` (0 to 3) throws an error;
// then one step in `main` alone. `seen` gets whether that error came to the caller, and the state
// of `main` and `side` then: 0 if it is not being captured, 1 if it is, 2 if its capture is
// invalid.
void run_broken(std::uint32_t* x, std::uint32_t* v, std::uint32_t* heat, std::uint32_t* force,
                std::size_t n, int rounds, int breaks_at, std::uint32_t* last, int* seen);
WORKBOOK_CALLABLE(run_broken);

// `steps` steps without a graph: four launches into `main` for each. Given, for comparison.
void run_in_stream(std::uint32_t* x, std::uint32_t* v, std::uint32_t* heat, std::uint32_t* force,
                   std::size_t n, int rounds, int steps, std::uint32_t* last);
WORKBOOK_CALLABLE(run_in_stream);
