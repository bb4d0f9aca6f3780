// Mistake: forces is launched before the capture begins
// Verdict: requirement
// Message: 1 step has 4: forces, kick, warm, move
    // Solution 1:
    const Event made, warmed;
    launch(forces, chain, main);
    check(cudaStreamBeginCapture(main, cudaStreamCaptureModeGlobal));
    for (int s = 0; s < steps; ++s) {
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
