// Accepted: one capture; other chains by the parameters of each kernel node
    // Solution 1:
    cudaEvent_t forked = nullptr, joined = nullptr;
    struct Both {
        cudaEvent_t &one, &other;
        ~Both() {
            for (const cudaEvent_t event : {one, other})
                if (event != nullptr) cudaEventDestroy(event);
        }
    } owner{forked, joined};
    check(cudaEventCreate(&forked));
    check(cudaEventCreate(&joined));
    check(cudaStreamBeginCapture(main, cudaStreamCaptureModeThreadLocal));
    launch(forces, chain, main);
    check(cudaEventRecord(forked, main));
    check(cudaStreamWaitEvent(side, forked, 0));
    launch(warm, chain, side);
    check(cudaEventRecord(joined, side));
    launch(kick, chain, main);
    check(cudaStreamWaitEvent(main, joined, 0));
    launch(move, chain, main);
    check(cudaStreamEndCapture(main, &graph));
    // end of Solution 1
    // Solution 2:
    cudaGraphExec_t executable = nullptr;
    check(cudaGraphInstantiateWithFlags(&executable, graph, 0));
    cudaError_t error = cudaGraphUpload(executable, stream);
    for (int left = steps; left > 0 && error == cudaSuccess; --left)
        error = cudaGraphLaunch(executable, stream);
    const cudaError_t destroyed = cudaGraphExecDestroy(executable);
    check(error);
    check(destroyed);
    // end of Solution 2
    // Solution 3:
    const Graph graph(capture_step(chains[0], main, side));
    Executable executable;
    check(cudaGraphInstantiate(&executable.handle, graph.handle, 0));
    size_t count = 0;
    check(cudaGraphGetNodes(graph.handle, nullptr, &count));
    cudaGraphNode_t nodes[4] = {};
    check(cudaGraphGetNodes(graph.handle, nodes, &count));
    for (int i = 0; i < visits; ++i) {
        Chain chain = chains[i];
        void* arguments[] = {&chain};
        for (const cudaGraphNode_t node : nodes) {
            cudaKernelNodeParams what{};
            check(cudaGraphKernelNodeGetParams(node, &what));
            what.kernelParams = arguments;
            what.extra = nullptr;
            check(cudaGraphExecKernelNodeSetParams(executable.handle, node, &what));
        }
        for (int s = 0; s < steps; ++s) check(cudaGraphLaunch(executable.handle, main));
    }
    // end of Solution 3
