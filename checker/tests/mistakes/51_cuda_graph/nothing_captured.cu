// Mistake: the step is launched into the streams, the graph is empty
// Verdict: wrong_answer
// Message: the graph of capture_steps() has no nodes
    // Solution 1:
    const Event made, warmed;
    for (int s = 0; s < steps; ++s) {
        launch(forces, chain, main);
        check(cudaEventRecord(made.handle, main));
        check(cudaStreamWaitEvent(side, made.handle));
        launch(kick, chain, main);
        launch(warm, chain, side);
        check(cudaEventRecord(warmed.handle, side));
        check(cudaStreamWaitEvent(main, warmed.handle));
        launch(move, chain, main);
    }
    check(cudaStreamBeginCapture(main, cudaStreamCaptureModeGlobal));
    check(cudaStreamEndCapture(main, &graph));
    // end of Solution 1
