// Mistake: all four kernels in one stream
// Verdict: requirement
// Message: at the same time
// Only: virtual
    // Solution 1:
    (void)side;
    check(cudaStreamBeginCapture(main, cudaStreamCaptureModeGlobal));
    for (int s = 0; s < steps; ++s)
        for (const Part part : {forces, kick, warm, move}) launch(part, chain, main);
    check(cudaStreamEndCapture(main, &graph));
    // end of Solution 1
