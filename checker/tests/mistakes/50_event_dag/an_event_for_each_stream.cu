// Mistake: an event for each stream, recorded again by each task
// Verdict: requirement
// Message: whose result it does not take
// Only: virtual
    // Solution 3:
    const std::vector<Event> done(64);
    for (int t = 0; t < graph.tasks; ++t) {
        const cudaStream_t stream = streams[graph.stream_of[t]];
        for (int e = 0; e < graph.edges; ++e) {
            if (graph.edge[e].to != t) continue;
            check(cudaStreamWaitEvent(stream, done[graph.stream_of[graph.edge[e].from]].handle));
        }
        graph.launch(t, stream);
        check(cudaEventRecord(done[graph.stream_of[t]].handle, stream));
    }
    // end of Solution 3
