// Mistake: launches the graph once
// Verdict: wrong_answer
// Message: the chain is as after 1 step; 2 are asked for
    // Solution 2:
    Executable executable;
    check(cudaGraphInstantiate(&executable.handle, graph, 0));
    (void)times;
    check(cudaGraphLaunch(executable.handle, stream));
    // end of Solution 2
