// Mistake: captures one step, however many are asked for
// Verdict: requirement
// Message: the graph has 4 kernels; 2 steps have 8
    // Solution 1:
    const Event made, warmed;
    check(cudaStreamBeginCapture(main, cudaStreamCaptureModeGlobal));
    for (int s = 0; s < 1 && s < steps; ++s) {
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
