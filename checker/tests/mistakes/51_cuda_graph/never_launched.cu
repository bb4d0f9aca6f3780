// Mistake: instantiates and never launches
// Verdict: wrong_answer
// Message: the chain is as after 0 steps; 1 is asked for
    // Solution 2:
    (void)times, (void)stream;
    Executable executable;
    check(cudaGraphInstantiate(&executable.handle, graph, 0));
    // end of Solution 2
