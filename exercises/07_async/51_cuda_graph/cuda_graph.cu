// Lesson 51: steps of short kernels, captured once. README.md explains; fill in the four
// regions marked TODO.
#include "cuda_graph.hpp"

#include "given.hpp"

void break_off(cudaStream_t stream);

// Calls break_off() at the end of its scope, also if an error is thrown in it.
struct BreaksOff {
    cudaStream_t stream;
    ~BreaksOff() { break_off(stream); }
};

cudaGraph_t capture_steps(const Chain& chain, int steps, cudaStream_t main, cudaStream_t side) {
    const BreaksOff at_the_end{main};
    cudaGraph_t graph = nullptr;
    // TODO 1: begin a capture of `main`; for each step the four launches, and what orders them; end
    // the capture.

    // end of TODO 1
    return graph;
}

void replay(cudaGraph_t graph, int times, cudaStream_t stream) {
    // TODO 2: one executable graph, launched so many times.

    // end of TODO 2
}

void run_visits(const Chain* chains, int visits, int steps, int times, cudaStream_t main,
                cudaStream_t side) {
    // TODO 3: for each visit a graph, the same executable graph for all, and the launches.

    // end of TODO 3
}

void break_off(cudaStream_t stream) {
    // TODO 4: if the stream is being captured, end that; destroy the graph that may come of it.

    // end of TODO 4
}
