// Mistake: an event of the fork is not destroyed
// Verdict: requirement
// Message: left behind an event
// Only: virtual
    // Solution 1:
    const Event warmed;
    struct { cudaEvent_t handle; } made;
    check(cudaEventCreate(&made.handle));
    check(cudaStreamBeginCapture(main, cudaStreamCaptureModeGlobal));
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
    check(cudaStreamEndCapture(main, &graph));
    // end of Solution 1
