// Mistake: main does not wait for side before the end of the capture
// Verdict: fault
// Message: cudaErrorStreamCaptureUnjoined
    // Solution 1:
    const Event made;
    check(cudaStreamBeginCapture(main, cudaStreamCaptureModeGlobal));
    for (int s = 0; s < steps; ++s) {
        launch(forces, chain, main);
        check(cudaEventRecord(made.handle, main));
        check(cudaStreamWaitEvent(side, made.handle));
        launch(kick, chain, main);
        launch(warm, chain, side);
        launch(move, chain, main);
    }
    check(cudaStreamEndCapture(main, &graph));
    // end of Solution 1
