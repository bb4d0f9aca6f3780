// Accepted: one capture; other chains by the parameters of each kernel node
#include "cuda_graph.hpp"

#include "given.hpp"

#include <vector>

void break_off(cudaStream_t stream);

// Calls break_off() at the end of its scope, also if an error is thrown in it.
struct BreaksOff {
    cudaStream_t stream;
    ~BreaksOff() { break_off(stream); }
};

cudaGraph_t capture_steps(const Chain& chain, int steps, cudaStream_t main, cudaStream_t side) {
    const BreaksOff at_the_end{main};
    cudaGraph_t graph = nullptr;
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
    for (int s = 0; s < steps; ++s) {
        launch(forces, chain, main);
        check(cudaEventRecord(forked, main));
        check(cudaStreamWaitEvent(side, forked, 0));
        launch(warm, chain, side);
        check(cudaEventRecord(joined, side));
        launch(kick, chain, main);
        check(cudaStreamWaitEvent(main, joined, 0));
        launch(move, chain, main);
    }
    check(cudaStreamEndCapture(main, &graph));
    return graph;
}

void replay(cudaGraph_t graph, int times, cudaStream_t stream) {
    cudaGraphExec_t executable = nullptr;
    check(cudaGraphInstantiateWithFlags(&executable, graph, 0));
    cudaError_t error = cudaGraphUpload(executable, stream);
    for (int left = times; left > 0 && error == cudaSuccess; --left)
        error = cudaGraphLaunch(executable, stream);
    const cudaError_t destroyed = cudaGraphExecDestroy(executable);
    check(error);
    check(destroyed);
}

void run_visits(const Chain* chains, int visits, int steps, int times, cudaStream_t main,
                cudaStream_t side) {
    const Graph graph(capture_steps(chains[0], steps, main, side));
    Executable executable;
    check(cudaGraphInstantiate(&executable.handle, graph.handle, 0));
    size_t count = 0;
    check(cudaGraphGetNodes(graph.handle, nullptr, &count));
    std::vector<cudaGraphNode_t> nodes(count);
    check(cudaGraphGetNodes(graph.handle, nodes.data(), &count));
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
        for (int s = 0; s < times; ++s) check(cudaGraphLaunch(executable.handle, main));
    }
}

void break_off(cudaStream_t stream) {
    // Where `side` has not led back yet, ending reports an error and gives no graph; the error that
    // broke the capture off is already on its way to the caller.
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    if (cudaStreamIsCapturing(stream, &status) != cudaSuccess) return;
    if (status == cudaStreamCaptureStatusNone) return;
    Graph left;
    cudaStreamEndCapture(stream, &left.handle);
}
