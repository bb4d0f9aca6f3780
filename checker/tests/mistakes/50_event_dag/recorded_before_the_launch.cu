// Mistake: the event stands in front of the task
// Verdict: fault
// Message: Race reported
// Only: virtual
    // Solution 3:
    const std::vector<Event> done(graph.tasks);
    for (int t = 0; t < graph.tasks; ++t) {
        const cudaStream_t stream = streams[graph.stream_of[t]];
        for (int e = 0; e < graph.edges; ++e) {
            if (graph.edge[e].to != t) continue;
            check(cudaStreamWaitEvent(stream, done[graph.edge[e].from].handle));
        }
        check(cudaEventRecord(done[t].handle, stream));
        graph.launch(t, stream);
    }
    // end of Solution 3
