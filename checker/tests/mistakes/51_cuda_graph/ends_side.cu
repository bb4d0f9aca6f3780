// Mistake: ends the capture in the stream in which it did not begin
// Verdict: fault
// Message: cudaErrorStreamCaptureUnmatched
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
        check(cudaStreamWaitEvent(main, warmed.handle));
        launch(move, chain, main);
    }
    check(cudaStreamEndCapture(side, &graph));
    // end of Solution 1
