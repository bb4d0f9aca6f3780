// Accepted: unique pointers as owners, and a captured graph that is kept for the updates
#include "cuda_graph.hpp"

#include "given.hpp"

#include <memory>

using Ready = std::unique_ptr<CUgraphExec_st, void (*)(cudaGraphExec_t)>;
using Captured = std::unique_ptr<CUgraph_st, void (*)(cudaGraph_t)>;
using Mark = std::unique_ptr<CUevent_st, void (*)(cudaEvent_t)>;

static Mark mark() {
    cudaEvent_t event = nullptr;
    check(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
    return Mark(event, [](cudaEvent_t one) { cudaEventDestroy(one); });
}

static Captured owned(cudaGraph_t graph) {
    return Captured(graph, [](cudaGraph_t one) { cudaGraphDestroy(one); });
}

static Ready ready(cudaGraph_t graph) {
    cudaGraphExec_t executable = nullptr;
    check(cudaGraphInstantiate(&executable, graph, 0));
    return Ready(executable, [](cudaGraphExec_t one) { cudaGraphExecDestroy(one); });
}

static void order(cudaStream_t later, cudaStream_t earlier) {
    const Mark here = mark();
    check(cudaEventRecord(here.get(), earlier));
    check(cudaStreamWaitEvent(later, here.get(), 0));
}

void break_off(cudaStream_t stream) {
    cudaStreamCaptureStatus status;
    cudaGraph_t left = nullptr;
    if (cudaStreamIsCapturing(stream, &status) == cudaSuccess &&
        status != cudaStreamCaptureStatusNone)
        cudaStreamEndCapture(stream, &left);
    if (left) owned(left).reset();
}

cudaGraph_t capture_steps(const Chain& chain, int steps, cudaStream_t main, cudaStream_t side) {
    cudaGraph_t graph = nullptr;
    try {
        check(cudaStreamBeginCapture(main, cudaStreamCaptureModeGlobal));
        while (steps-- > 0) {
            launch(forces, chain, main);
            order(side, main);
            launch(warm, chain, side);
            launch(kick, chain, main);
            order(main, side);
            launch(move, chain, main);
        }
        check(cudaStreamEndCapture(main, &graph));
    } catch (...) {
        break_off(main);
        throw;
    }
    return graph;
}

void replay(cudaGraph_t graph, int times, cudaStream_t stream) {
    const Ready executable = ready(graph);
    while (times-- > 0) check(cudaGraphLaunch(executable.get(), stream));
}

void run_visits(const Chain* chains, int visits, int steps, int times, cudaStream_t main,
                cudaStream_t side) {
    const Captured first = owned(capture_steps(chains[0], steps, main, side));
    const Ready executable = ready(first.get());
    for (int i = 0; i < visits; ++i) {
        if (i > 0) {
            const Captured next = owned(capture_steps(chains[i], steps, main, side));
            cudaGraphExecUpdateResultInfo info;
            check(cudaGraphExecUpdate(executable.get(), next.get(), &info));
        }
        for (int s = 0; s < times; ++s) check(cudaGraphLaunch(executable.get(), main));
    }
}
