// Mistake: each task waits for all tasks before it
// Verdict: requirement
// Message: whose result it does not take
// Only: virtual
    // Solution 3:
    const std::vector<Event> done(graph.tasks);
    for (int t = 0; t < graph.tasks; ++t) {
        const cudaStream_t stream = streams[graph.stream_of[t]];
        for (int k = 0; k < t; ++k) check(cudaStreamWaitEvent(stream, done[k].handle));
        graph.launch(t, stream);
        check(cudaEventRecord(done[t].handle, stream));
    }
    // end of Solution 3
