// Accepted: events only where an edge leads to another stream; the tasks' edges sorted first
    // Solution 1:
    cudaEvent_t mark;
    check(cudaEventCreate(&mark));
    const cudaError_t recorded = cudaEventRecord(mark, other);
    const cudaError_t waits = recorded == cudaSuccess ? cudaStreamWaitEvent(stream, mark, 0) : recorded;
    const cudaError_t destroyed = cudaEventDestroy(mark);
    check(waits);
    check(destroyed);
    // end of Solution 1
    // Solution 2:
    const Event made, second;
    graph.launch(A, main);
    check(cudaEventRecord(made.handle, main));
    check(cudaStreamWaitEvent(side, made.handle));
    graph.launch(C, side);
    check(cudaEventRecord(second.handle, side));
    graph.launch(B, main);
    check(cudaStreamWaitEvent(main, second.handle));
    graph.launch(D, main);
    // end of Solution 2
    // Solution 3:
    std::vector<std::vector<int>> before(graph.tasks);
    std::vector<bool> needed(graph.tasks);
    for (const Edge* edge = graph.edge; edge != graph.edge + graph.edges; ++edge) {
        if (graph.stream_of[edge->from] == graph.stream_of[edge->to]) continue;
        before[edge->to].push_back(edge->from);
        needed[edge->from] = true;
    }
    std::vector<Event> done(graph.tasks);
    for (int t = 0; t < graph.tasks; ++t) {
        const cudaStream_t stream = streams[graph.stream_of[t]];
        for (const int other : before[t]) check(cudaStreamWaitEvent(stream, done[other].handle, cudaEventWaitDefault));
        graph.launch(t, stream);
        if (needed[t]) check(cudaEventRecord(done[t].handle, stream));
    }
    // end of Solution 3
