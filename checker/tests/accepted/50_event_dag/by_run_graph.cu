// Accepted: the diamond as a graph; shared pointers to events
#include "event_dag.hpp"

#include "given.hpp"

#include <memory>
#include <vector>

using Handle = std::unique_ptr<CUevent_st, void (*)(cudaEvent_t)>;

Handle new_event() {
    cudaEvent_t event = nullptr;
    check(cudaEventCreateWithFlags(&event, cudaEventDisableTiming | cudaEventBlockingSync));
    return Handle(event, [](cudaEvent_t one) { cudaEventDestroy(one); });
}

void follow(cudaStream_t stream, cudaStream_t other) {
    if (stream == other) return;
    const Handle event = new_event();
    check(cudaEventRecordWithFlags(event.get(), other, cudaEventRecordDefault));
    check(cudaStreamWaitEvent(stream, event.get()));
}

void run_graph(const Graph& graph, const cudaStream_t* streams) {
    std::vector<Handle> done;
    for (int t = 0; t < graph.tasks; ++t) {
        for (int e = graph.edges - 1; e >= 0; --e)
            if (graph.edge[e].to == t)
                check(cudaStreamWaitEvent(streams[graph.stream_of[t]], done[graph.edge[e].from].get()));
        graph.launch(t, streams[graph.stream_of[t]]);
        done.push_back(new_event());
        check(cudaEventRecord(done.back().get(), streams[graph.stream_of[t]]));
    }
}

void diamond(const Graph& graph, cudaStream_t main, cudaStream_t side) {
    static const int stream_of[] = {0, 0, 1, 0};
    Graph own = graph;
    own.stream_of = stream_of;
    const cudaStream_t streams[] = {main, side};
    run_graph(own, streams);
}
