// Mistake: launches once more than asked for
// Verdict: wrong_answer
// Message: the chain is as after 2 steps; 1 is asked for
    // Solution 2:
    Executable executable;
    check(cudaGraphInstantiate(&executable.handle, graph, 0));
    for (int i = 0; i <= times; ++i) check(cudaGraphLaunch(executable.handle, stream));
    // end of Solution 2
