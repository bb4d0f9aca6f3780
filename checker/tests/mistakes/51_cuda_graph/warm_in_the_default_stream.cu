// Mistake: warm goes into the default stream
// Verdict: fault
// Message: cudaErrorStreamCaptureImplicit
    // Solution 1:
    const Event made, warmed;
    check(cudaStreamBeginCapture(main, cudaStreamCaptureModeGlobal));
    for (int s = 0; s < steps; ++s) {
        launch(forces, chain, main);
        check(cudaEventRecord(made.handle, main));
        check(cudaStreamWaitEvent(side, made.handle));
        launch(kick, chain, main);
        launch(warm, chain, nullptr);
        check(cudaEventRecord(warmed.handle, side));
        check(cudaStreamWaitEvent(main, warmed.handle));
        launch(move, chain, main);
    }
    check(cudaStreamEndCapture(main, &graph));
    // end of Solution 1
