// Mistake: the host waits for each task
// Verdict: requirement
// Message: the host waited
    // Solution 3:
    const std::vector<Event> done(graph.tasks);
    for (int t = 0; t < graph.tasks; ++t) {
        const cudaStream_t stream = streams[graph.stream_of[t]];
        for (int e = 0; e < graph.edges; ++e) {
            if (graph.edge[e].to != t) continue;
            check(cudaStreamWaitEvent(stream, done[graph.edge[e].from].handle));
        }
        graph.launch(t, stream);
        check(cudaEventRecord(done[t].handle, stream));
        check(cudaEventSynchronize(done[t].handle));
    }
    // end of Solution 3
