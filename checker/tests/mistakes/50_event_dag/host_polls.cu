// Mistake: the host asks until the task is done
// Verdict: requirement
// Message: the host waited (cudaEventQuery
// Only: virtual
    // Solution 3:
    const std::vector<Event> done(graph.tasks);
    for (int t = 0; t < graph.tasks; ++t) {
        const cudaStream_t stream = streams[graph.stream_of[t]];
        for (int e = 0; e < graph.edges; ++e) {
            if (graph.edge[e].to != t) continue;
            while (cudaEventQuery(done[graph.edge[e].from].handle) == cudaErrorNotReady) {
            }
        }
        graph.launch(t, stream);
        check(cudaEventRecord(done[t].handle, stream));
    }
    // end of Solution 3
