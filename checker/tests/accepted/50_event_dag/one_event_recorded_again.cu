// Accepted: one event, recorded again: a wait means what was recorded when it was made
    // Solution 2:
    const Event event;
    graph.launch(A, main);
    check(cudaEventRecord(event.handle, main));
    check(cudaStreamWaitEvent(side, event.handle));
    graph.launch(C, side);
    check(cudaEventRecord(event.handle, side));
    graph.launch(B, main);
    check(cudaStreamWaitEvent(main, event.handle));
    graph.launch(D, main);
    // end of Solution 2
