// Mistake: C is in a stream of its own, in order with all others
// Verdict: requirement
// Message: task C is to be launched in `side`, and is in another stream
// Only: virtual
    // Solution 2:
    struct Stream {
        cudaStream_t handle = nullptr;
        Stream() { check(cudaStreamCreate(&handle)); }
        ~Stream() { cudaStreamDestroy(handle); }
    } own;
    graph.launch(A, main);
    follow(side, main);
    graph.launch(B, main);
    follow(own.handle, side);
    graph.launch(C, own.handle);
    follow(side, own.handle);
    follow(main, side);
    graph.launch(D, main);
    // end of Solution 2
