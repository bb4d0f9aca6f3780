// Accepted: kick in the second stream; an update in the first visit, too; always ends what is left
    // Solution 1:
    const Event event;
    check(cudaStreamBeginCapture(main, cudaStreamCaptureModeRelaxed));
    for (int s = steps; s > 0; --s) {
    launch(forces, chain, main);
    check(cudaEventRecord(event.handle, main));
    check(cudaStreamWaitEvent(side, event.handle));
    launch(kick, chain, side);
    check(cudaEventRecord(event.handle, side));
    launch(warm, chain, main);
    check(cudaStreamWaitEvent(main, event.handle));
    launch(move, chain, main);
    }
    check(cudaStreamEndCapture(main, &graph));
    // end of Solution 1
    // Solution 3:
    Executable executable;
    {
        const Graph first(capture_steps(chains[0], steps, main, side));
        check(cudaGraphInstantiate(&executable.handle, first.handle, 0));
    }
    for (const Chain* chain = chains; chain != chains + visits; ++chain) {
        if (chain != chains) {
            const Graph next(capture_steps(*chain, steps, main, side));
            cudaGraphExecUpdateResultInfo result;
            check(cudaGraphExecUpdate(executable.handle, next.handle, &result));
            if (result.result != cudaGraphExecUpdateSuccess) check(cudaErrorGraphExecUpdateFailure);
        }
        for (int s = 0; s < times; ++s) check(cudaGraphLaunch(executable.handle, main));
    }
    // end of Solution 3
    // Solution 4:
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    const cudaError_t asked = cudaStreamIsCapturing(stream, &status);
    if (asked == cudaSuccess && status != cudaStreamCaptureStatusNone) {
        cudaGraph_t left = nullptr;
        if (cudaStreamEndCapture(stream, &left) != cudaSuccess) cudaGetLastError();
        if (left != nullptr) cudaGraphDestroy(left);
    }
    // end of Solution 4
