// Mistake: does not look at what cudaStreamWaitEvent returns
// Verdict: requirement
// Message: cudaStreamWaitEvent in error_of_the_wait_ignored.cu
    // Solution 3:
    const std::vector<Event> done(graph.tasks);
    for (int t = 0; t < graph.tasks; ++t) {
        const cudaStream_t stream = streams[graph.stream_of[t]];
        for (int e = 0; e < graph.edges; ++e) {
            if (graph.edge[e].to != t) continue;
            cudaStreamWaitEvent(stream, done[graph.edge[e].from].handle);
        }
        graph.launch(t, stream);
        check(cudaEventRecord(done[t].handle, stream));
    }
    // end of Solution 3
