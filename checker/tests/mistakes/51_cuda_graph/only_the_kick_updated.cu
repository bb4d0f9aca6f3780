// Mistake: gives the new chain to one of the four nodes
// Verdict: wrong_answer
// Message: of run_chains(): 16 of 16 elements
// Only: virtual
    // Solution 3:
    Executable executable;
    const Graph graph(capture_steps(chains[0], steps, main, side));
    check(cudaGraphInstantiate(&executable.handle, graph.handle, 0));
    cudaGraphNode_t nodes[4];
    size_t count = 4;
    check(cudaGraphGetNodes(graph.handle, nodes, &count));
    for (int v = 0; v < visits; ++v) {
        Chain chain = chains[v];
        void* arguments[] = {&chain};
        cudaKernelNodeParams what{};
        check(cudaGraphKernelNodeGetParams(nodes[1], &what));
        what.kernelParams = arguments;
        check(cudaGraphExecKernelNodeSetParams(executable.handle, nodes[1], &what));
        for (int i = 0; i < times; ++i) check(cudaGraphLaunch(executable.handle, main));
    }
    // end of Solution 3
