// Lesson 50: tasks that wait for each other. README.md explains; fill in the three regions marked
// TODO.
#include "event_dag.hpp"

#include "given.hpp"

#include <vector>

void follow(cudaStream_t stream, cudaStream_t other) {
    // Solution 1: the event stands for what `other` has by now. First it is recorded: to wait for
    // an event that was never recorded is no wait at all.
    const Event here;
    check(cudaEventRecord(here.handle, other));
    check(cudaStreamWaitEvent(stream, here.handle));
    // end of Solution 1
}

void diamond(const Graph& graph, cudaStream_t main, cudaStream_t side) {
    // Solution 2: only the edges between two streams need an event: A to C and C to D. The stream
    // itself orders A, B and D. `side` is told to wait before B is submitted, or C would wait for B
    // as well.
    graph.launch(A, main);
    follow(side, main);
    graph.launch(B, main);
    graph.launch(C, side);
    follow(main, side);
    graph.launch(D, main);
    // end of Solution 2
}

void run_graph(const Graph& graph, const cudaStream_t* streams) {
    // Solution 3: an event for each task, recorded directly behind it: what its stream gets later
    // does not count. An edge within a stream needs no event, and does not mind one.
    const std::vector<Event> done(graph.tasks);
    for (int t = 0; t < graph.tasks; ++t) {
        const cudaStream_t stream = streams[graph.stream_of[t]];
        for (int e = 0; e < graph.edges; ++e) {
            if (graph.edge[e].to != t) continue;
            check(cudaStreamWaitEvent(stream, done[graph.edge[e].from].handle));
        }
        graph.launch(t, stream);
        check(cudaEventRecord(done[t].handle, stream));
    }
    // end of Solution 3
}
