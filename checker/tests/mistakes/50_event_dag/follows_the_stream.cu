// Mistake: waits for all that the other stream has by now
// Verdict: requirement
// Message: whose result it does not take
// Only: virtual
    // Solution 3:
    for (int t = 0; t < graph.tasks; ++t) {
        const cudaStream_t stream = streams[graph.stream_of[t]];
        for (int e = 0; e < graph.edges; ++e) {
            if (graph.edge[e].to == t) follow(stream, streams[graph.stream_of[graph.edge[e].from]]);
        }
        graph.launch(t, stream);
    }
    // end of Solution 3
