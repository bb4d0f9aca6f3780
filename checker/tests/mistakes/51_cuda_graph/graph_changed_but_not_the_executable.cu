// Mistake: gives the new parameters to the nodes of the graph, not to the executable one
// Verdict: wrong_answer
// Message: chain 1 is as after 0 steps
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
        for (const cudaGraphNode_t node : nodes) {
            cudaKernelNodeParams what{};
            check(cudaGraphKernelNodeGetParams(node, &what));
            what.kernelParams = arguments;
            check(cudaGraphKernelNodeSetParams(node, &what));
        }
        for (int i = 0; i < times; ++i) check(cudaGraphLaunch(executable.handle, main));
    }
    // end of Solution 3
