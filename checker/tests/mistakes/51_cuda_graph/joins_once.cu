// Mistake: main waits for side behind the last step alone
// Verdict: fault
// Message: Race reported
// Only: virtual
    // Solution 1:
    const Event made, warmed;
    check(cudaStreamBeginCapture(main, cudaStreamCaptureModeGlobal));
    for (int s = 0; s < steps; ++s) {
        launch(forces, chain, main);
        check(cudaEventRecord(made.handle, main));
        check(cudaStreamWaitEvent(side, made.handle));
        launch(kick, chain, main);
        launch(warm, chain, side);
        check(cudaEventRecord(warmed.handle, side));
        launch(move, chain, main);
    }
    check(cudaStreamWaitEvent(main, warmed.handle));
    check(cudaStreamEndCapture(main, &graph));
    // end of Solution 1
