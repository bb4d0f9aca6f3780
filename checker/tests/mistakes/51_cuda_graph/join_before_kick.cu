// Mistake: kick waits for warm
// Verdict: requirement
// Message: at the same time
// Only: virtual
    // Solution 1:
    const Event made, warmed;
    check(cudaStreamBeginCapture(main, cudaStreamCaptureModeGlobal));
    for (int s = 0; s < steps; ++s) {
        launch(forces, chain, main);
        check(cudaEventRecord(made.handle, main));
        check(cudaStreamWaitEvent(side, made.handle));
        launch(warm, chain, side);
        check(cudaEventRecord(warmed.handle, side));
        check(cudaStreamWaitEvent(main, warmed.handle));
        launch(kick, chain, main);
        launch(move, chain, main);
    }
    check(cudaStreamEndCapture(main, &graph));
    // end of Solution 1
