// Lesson 50: tasks that wait for each other. README.md explains; fill in the three regions marked
// TODO.
#include "event_dag.hpp"

#include "given.hpp"

#include <vector>

void follow(cudaStream_t stream, cudaStream_t other) {
    // TODO 1: an event in `other`, which `stream` waits for.

    // end of TODO 1
}

void diamond(const Graph& graph, cudaStream_t main, cudaStream_t side) {
    // TODO 2: A, B and D in `main`, C in `side`, and what orders them.
    graph.launch(A, main);
    graph.launch(B, main);
    // end of TODO 2
}

void run_graph(const Graph& graph, const cudaStream_t* streams) {
    // TODO 3: an event for each task; wait for those of the tasks before, launch, record.

    // end of TODO 3
}
