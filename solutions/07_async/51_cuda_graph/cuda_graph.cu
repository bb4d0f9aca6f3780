// Lesson 51: steps of short kernels, captured once. README.md explains; fill in the four
// regions marked TODO.
#include "cuda_graph.hpp"

#include "given.hpp"

void break_off(cudaStream_t stream);

// Calls break_off() at the end of its scope, also if an error is thrown in it.
struct BreaksOff {
    cudaStream_t stream;
    ~BreaksOff() { break_off(stream); }
};

cudaGraph_t capture_steps(const Chain& chain, int steps, cudaStream_t main, cudaStream_t side) {
    const BreaksOff at_the_end{main};
    cudaGraph_t graph = nullptr;
    // Solution 1: what the streams are given between begin and end becomes nodes. `side` joins the
    // capture by waiting for an event of it, and leads back to `main` in each step: `move` needs
    // what it made, and the capture cannot end before.
    const Event made, warmed;
    check(cudaStreamBeginCapture(main, cudaStreamCaptureModeGlobal));
    for (int s = 0; s < steps; ++s) {
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
    return graph;
}

void replay(cudaGraph_t graph, int times, cudaStream_t stream) {
    // Solution 2: instantiating is the dear part: CUDA checks the graph and prepares all launches.
    // Then one call launches all of its kernels.
    Executable executable;
    check(cudaGraphInstantiate(&executable.handle, graph, 0));
    for (int i = 0; i < times; ++i) check(cudaGraphLaunch(executable.handle, stream));
    // end of Solution 2
}

void run_visits(const Chain* chains, int visits, int steps, int times, cudaStream_t main,
                cudaStream_t side) {
    // Solution 3: the nodes keep the pointers that they were captured with. A capture with those of
    // the next chain has the same nodes and edges, so the executable graph can take them over.
    Executable executable;
    for (int visit = 0; visit < visits; ++visit) {
        const Graph graph(capture_steps(chains[visit], steps, main, side));
        if (visit == 0) {
            check(cudaGraphInstantiate(&executable.handle, graph.handle, 0));
        } else {
            cudaGraphExecUpdateResultInfo result{};
            check(cudaGraphExecUpdate(executable.handle, graph.handle, &result));
        }
        for (int i = 0; i < times; ++i) check(cudaGraphLaunch(executable.handle, main));
    }
    // end of Solution 3
}

void break_off(cudaStream_t stream) {
    // Solution 4: without this the stream would go on taking work for a graph that never comes.
    // Where `side` has not led back yet, ending reports an error and gives no graph; the error that
    // broke the capture off is already on its way to the caller.
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    if (cudaStreamIsCapturing(stream, &status) != cudaSuccess) return;
    if (status == cudaStreamCaptureStatusNone) return;
    Graph left;
    cudaStreamEndCapture(stream, &left.handle);
    // end of Solution 4
}
