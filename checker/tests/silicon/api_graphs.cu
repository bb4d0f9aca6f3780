// What a GPU says of graphs: which calls a capture forbids and what becomes of it, events and other streams in it, graphs
// made by hand, changed and launched. The answers of a real GPU are in api_graphs.txt; the virtual GPU must give the same.
#include <atomic>
#include <cstdio>
#include <cuda_runtime.h>
#include <thread>

namespace {

__global__ void fill(int* place, int value) {
    if (place != nullptr) place[threadIdx.x] = value;
}

cudaStream_t s, t, apart; // apart: does not wait for the legacy stream
cudaEvent_t e, f;
int* d = nullptr;

void say(const char* call, cudaError_t error) {
    std::printf("%s: %s\n", call, cudaGetErrorName(error));
    static_cast<void>(cudaGetLastError());
}
#define SAY(...) say(#__VA_ARGS__, __VA_ARGS__)

// Each question has streams and events of its own: a capture that went wrong stays in its stream.
void ask(const char* question) {
    std::printf("-- %s\n", question);
    for (cudaStream_t* stream : {&s, &t, &apart}) {
        static_cast<void>(cudaStreamDestroy(*stream));
        static_cast<void>(cudaStreamCreateWithFlags(
            stream, stream == &apart ? cudaStreamNonBlocking : cudaStreamDefault));
    }
    for (cudaEvent_t* event : {&e, &f}) {
        static_cast<void>(cudaEventDestroy(*event));
        static_cast<void>(cudaEventCreate(event));
    }
    static_cast<void>(cudaGetLastError());
}

void begin(cudaStreamCaptureMode mode = cudaStreamCaptureModeGlobal) {
    say("begin", cudaStreamBeginCapture(s, mode));
}

cudaGraph_t end(cudaStream_t stream) {
    cudaGraph_t graph = nullptr;
    say("end", cudaStreamEndCapture(stream, &graph));
    std::size_t nodes = 0;
    if (graph != nullptr) static_cast<void>(cudaGraphGetNodes(graph, nullptr, &nodes));
    std::printf(graph != nullptr ? "a graph of %zu nodes\n" : "no graph\n", nodes);
    return graph;
}
void end() { static_cast<void>(end(s)); }

void status(cudaStream_t stream) {
    cudaStreamCaptureStatus answer{};
    const cudaError_t error = cudaStreamIsCapturing(stream, &answer);
    std::printf("status %s %d\n", cudaGetErrorName(error), static_cast<int>(answer));
    static_cast<void>(cudaGetLastError());
}

void launch(cudaStream_t stream, int threads = 32) {
    fill<<<1, threads, 0, stream>>>(d, 1);
    say("launch", cudaGetLastError());
}

// What a capture answers to one call, and what becomes of it.
template <class Body>
void ask_in_capture(const char* question, cudaStreamCaptureMode mode, Body&& body) {
    ask(question);
    begin(mode);
    body();
    status(s);
    end();
}
constexpr auto global = cudaStreamCaptureModeGlobal;
constexpr auto of_thread = cudaStreamCaptureModeThreadLocal;
constexpr auto relaxed = cudaStreamCaptureModeRelaxed;

void ask_beginning_and_end() {
    ask("one launch");
    begin();
    status(s);
    launch(s);
    cudaGraph_t graph = end(s);
    cudaGraphExec_t exec = nullptr;
    SAY(cudaGraphInstantiate(&exec, graph, 0));
    SAY(cudaGraphLaunch(exec, s));
    SAY(cudaStreamSynchronize(s));
    SAY(cudaGraphExecDestroy(exec));
    SAY(cudaGraphDestroy(graph));
    ask("end without beginning");
    end();
    ask_in_capture("begin twice", global, [] { begin(); });
    ask("begin in the legacy stream");
    SAY(cudaStreamBeginCapture(nullptr, global));
    SAY(cudaStreamBeginCapture(cudaStreamLegacy, relaxed));
    SAY(cudaStreamBeginCapture(s, static_cast<cudaStreamCaptureMode>(7)));
    ask("destroy the stream");
    begin();
    SAY(cudaStreamDestroy(s));
    SAY(cudaStreamCreate(&s));
    ask("end by another thread");
    begin();
    std::thread([] { end(); }).join();
    status(s);
    end();
    ask("end by another thread, relaxed");
    begin(relaxed);
    std::thread([] { end(); }).join();
    status(s);
}

void ask_which_calls_are_forbidden() {
    for (const auto mode : {global, of_thread, relaxed}) {
        std::printf("== mode %d\n", static_cast<int>(mode));
        void* memory = nullptr;
        int host[4] = {};
        ask_in_capture("cudaStreamSynchronize", mode, [] { SAY(cudaStreamSynchronize(s)); });
        ask_in_capture("cudaStreamQuery", mode, [] { SAY(cudaStreamQuery(s)); });
        ask_in_capture("of another stream", mode, [] { SAY(cudaStreamSynchronize(t)); });
        ask_in_capture("of another stream", mode, [] { SAY(cudaStreamQuery(t)); });
        ask_in_capture("of a non-blocking one", mode, [] { SAY(cudaStreamSynchronize(apart)); });
        ask_in_capture("of a non-blocking one", mode, [] { SAY(cudaStreamQuery(apart)); });
        ask_in_capture("of the legacy one", mode, [] { SAY(cudaStreamQuery(nullptr)); });
        ask_in_capture("of the device", mode, [] { SAY(cudaDeviceSynchronize()); });
        ask_in_capture("cudaMalloc", mode, [&] { SAY(cudaMalloc(&memory, 64)); });
        static_cast<void>(cudaMalloc(&memory, 64));
        ask_in_capture("cudaFree", mode, [&] { SAY(cudaFree(memory)); });
        ask_in_capture("cudaMallocHost", mode, [&] { SAY(cudaMallocHost(&memory, 64)); });
        ask_in_capture("cudaEventCreate", mode, [] {
            cudaEvent_t made;
            SAY(cudaEventCreate(&made));
        });
        ask_in_capture("cudaStreamCreate", mode, [] {
            cudaStream_t made;
            SAY(cudaStreamCreate(&made));
        });
        ask_in_capture("cudaMemset", mode, [] { SAY(cudaMemset(d, 0, 64)); });
        ask_in_capture("cudaMemcpy", mode,
                       [&] { SAY(cudaMemcpy(d, host, 16, cudaMemcpyHostToDevice)); });
        ask_in_capture("copies of pageable memory", mode, [&] {
            SAY(cudaMemcpyAsync(d, host, 16, cudaMemcpyHostToDevice, s));
            SAY(cudaMemcpyAsync(host, d, 16, cudaMemcpyDeviceToHost, s));
        });
        ask_in_capture("a launch in the legacy stream", mode, [] { launch(nullptr); });
        ask_in_capture("an event in the legacy stream", mode,
                       [] { SAY(cudaEventRecord(e, nullptr)); });
        ask_in_capture("a launch that is refused", mode, [] { launch(s, 2048); });
        ask_in_capture("cudaLaunchHostFunc", mode,
                       [] { SAY(cudaLaunchHostFunc(s, [](void*) {}, nullptr)); });
        ask_in_capture("cudaStreamAddCallback", mode, [] {
            SAY(cudaStreamAddCallback(s, [](cudaStream_t, cudaError_t, void*) {}, nullptr, 0));
        });
        ask_in_capture("cudaMalloc by another thread", mode, [&] {
            std::thread([&] { SAY(cudaMalloc(&memory, 64)); }).join();
        });
        ask_in_capture("nothing to set or copy", mode, [] {
            SAY(cudaMemsetAsync(d, 0, 0, s));
            SAY(cudaMemcpyAsync(d, d + 64, 0, cudaMemcpyDeviceToDevice, s));
        });
    }
    ask("a launch in the legacy stream, while a non-blocking one is captured");
    SAY(cudaStreamBeginCapture(apart, global));
    launch(nullptr);
    status(apart);
    static_cast<void>(end(apart));
    ask("a relaxed thread");
    cudaStreamCaptureMode mode = relaxed;
    SAY(cudaThreadExchangeStreamCaptureMode(&mode));
    std::printf("before: %d\n", static_cast<int>(mode));
    begin();
    void* memory = nullptr;
    SAY(cudaMalloc(&memory, 64));
    end();
    SAY(cudaThreadExchangeStreamCaptureMode(&mode));
}

void ask_about_forks() {
    const auto fork = [] {
        SAY(cudaEventRecord(e, s));
        SAY(cudaStreamWaitEvent(t, e, 0));
    };
    ask_in_capture("fork and join", global, [&] {
        fork();
        status(t);
        launch(t);
        SAY(cudaEventRecord(f, t));
        SAY(cudaStreamWaitEvent(s, f, 0));
    });
    status(t);
    ask_in_capture("no join", global, [&] {
        fork();
        launch(t);
    });
    status(t);
    status(s);
    ask_in_capture("no join, and nothing to join", global, [&] {
        launch(s);
        fork();
    });
    status(t);
    ask_in_capture("end in the fork", global, [&] {
        fork();
        static_cast<void>(end(t));
    });
    ask("two captures meet");
    begin();
    SAY(cudaStreamBeginCapture(t, global));
    fork();
    status(s);
    status(t);
    end();
    static_cast<void>(end(t));
}

void ask_about_events() {
    ask_in_capture("query a captured event", global, [] {
        SAY(cudaEventRecord(e, s));
        SAY(cudaEventQuery(e));
    });
    ask_in_capture("wait for a captured event", global, [] {
        SAY(cudaEventRecord(e, s));
        SAY(cudaEventSynchronize(e));
    });
    ask_in_capture("an event of a capture that is over", global,
                   [] { SAY(cudaEventRecord(e, s)); });
    SAY(cudaStreamWaitEvent(t, e, 0));
    SAY(cudaEventSynchronize(e));
    SAY(cudaEventQuery(e));
    SAY(cudaEventRecord(e, t));
    SAY(cudaEventSynchronize(e));
    ask("an event recorded outside, complete");
    SAY(cudaEventRecord(e, t));
    SAY(cudaEventSynchronize(e));
    begin();
    SAY(cudaStreamWaitEvent(s, e, 0));
    status(s);
    end();
    ask("an event recorded outside, not complete");
    static std::atomic<bool> go;
    go = false;
    SAY(cudaLaunchHostFunc(t, [](void*) { while (!go) std::this_thread::yield(); }, nullptr));
    SAY(cudaEventRecord(e, t));
    begin();
    SAY(cudaStreamWaitEvent(s, e, 0));
    status(s);
    end();
    go = true;
    SAY(cudaStreamSynchronize(t));
    ask_in_capture("an event never recorded", global, [] { SAY(cudaStreamWaitEvent(s, e, 0)); });
    ask_in_capture("nodes for events", global, [] {
        SAY(cudaEventRecordWithFlags(e, s, cudaEventRecordExternal));
        SAY(cudaStreamWaitEvent(s, f, cudaEventWaitExternal));
    });
}

void ask_about_graphs_by_hand() {
    ask("nodes");
    cudaGraph_t graph = nullptr;
    SAY(cudaGraphCreate(&graph, 1));
    SAY(cudaGraphCreate(&graph, 0));
    cudaGraphNode_t a = nullptr, b = nullptr, kernel = nullptr, copy = nullptr, set = nullptr, other;
    SAY(cudaGraphAddEmptyNode(&a, graph, nullptr, 0));
    SAY(cudaGraphAddEmptyNode(&b, graph, &a, 1));
    SAY(cudaGraphAddEmptyNode(&other, graph, nullptr, 1));
    const cudaGraphNode_t twice[2] = {a, a};
    SAY(cudaGraphAddEmptyNode(&other, graph, twice, 2));
    int value = 3;
    void* arguments[] = {&d, &value};
    cudaKernelNodeParams launch{};
    launch.func = reinterpret_cast<void*>(fill);
    launch.gridDim = launch.blockDim = dim3(1);
    launch.kernelParams = arguments;
    SAY(cudaGraphAddKernelNode(&kernel, graph, &b, 1, &launch));
    launch.blockDim = dim3(4096);
    SAY(cudaGraphKernelNodeSetParams(kernel, &launch));
    launch.blockDim = dim3(32);
    launch.gridDim = dim3(0);
    SAY(cudaGraphKernelNodeSetParams(kernel, &launch));
    launch.gridDim = dim3(1);
    constexpr auto within = cudaMemcpyDeviceToDevice;
    SAY(cudaGraphAddMemcpyNode1D(&copy, graph, &kernel, 1, d, d + 64, 64, within));
    SAY(cudaGraphAddMemcpyNode1D(&other, graph, &kernel, 1, nullptr, d + 64, 64, within));
    cudaMemsetParams bytes{};
    bytes.dst = d;
    bytes.elementSize = 4;
    bytes.width = 16;
    bytes.height = 1;
    SAY(cudaGraphAddMemsetNode(&set, graph, &copy, 1, &bytes));
    bytes.elementSize = 3;
    SAY(cudaGraphMemsetNodeSetParams(set, &bytes));
    bytes.elementSize = 4;
    ask("instantiate, launch and change");
    cudaGraphExec_t exec = nullptr;
    SAY(cudaGraphInstantiate(&exec, graph, 1024));
    SAY(cudaGraphInstantiate(&exec, graph, 0));
    SAY(cudaGraphLaunch(exec, s));
    SAY(cudaStreamSynchronize(s));
    SAY(cudaGraphLaunch(exec, nullptr));
    SAY(cudaDeviceSynchronize());
    SAY(cudaGraphExecKernelNodeSetParams(exec, kernel, &launch));
    launch.gridDim = dim3(7);
    SAY(cudaGraphExecKernelNodeSetParams(exec, kernel, &launch));
    SAY(cudaGraphExecKernelNodeSetParams(exec, b, &launch));
    SAY(cudaGraphExecMemcpyNodeSetParams1D(exec, copy, d + 8, d + 64, 32, within));
    bytes.width = 8;
    SAY(cudaGraphExecMemsetNodeSetParams(exec, set, &bytes));
    cudaGraphExecUpdateResultInfo info{};
    const auto update = [&] {
        SAY(cudaGraphExecUpdate(exec, graph, &info));
        std::printf("result %d\n", static_cast<int>(info.result));
    };
    update();
    SAY(cudaGraphAddEmptyNode(&other, graph, nullptr, 0));
    update();
    SAY(cudaGraphDestroyNode(other));
    update();
    SAY(cudaGraphDestroyNode(set));
    update();
    ask("clones and children");
    cudaGraphNodeType type{};
    SAY(cudaGraphNodeGetType(kernel, &type));
    std::size_t count = 0;
    SAY(cudaGraphGetRootNodes(graph, nullptr, &count));
    std::printf("type %d, roots %zu\n", static_cast<int>(type), count);
    cudaGraph_t clone = nullptr;
    cudaGraphNode_t found = nullptr;
    SAY(cudaGraphClone(&clone, graph));
    SAY(cudaGraphNodeFindInClone(&found, kernel, clone));
    SAY(cudaGraphNodeFindInClone(&other, found, clone));
    SAY(cudaGraphAddChildGraphNode(&other, graph, &kernel, 1, clone));
    SAY(cudaGraphDestroy(clone));
    SAY(cudaGraphDestroy(graph));
    SAY(cudaGraphExecDestroy(exec));
    ask("nodes for events");
    SAY(cudaGraphCreate(&graph, 0));
    SAY(cudaGraphAddEventRecordNode(&a, graph, nullptr, 0, e));
    SAY(cudaGraphAddEventWaitNode(&b, graph, &a, 1, f));
    SAY(cudaGraphInstantiate(&exec, graph, 0));
    SAY(cudaGraphLaunch(exec, s));
    SAY(cudaEventSynchronize(e));
    SAY(cudaGraphExecDestroy(exec));
    SAY(cudaGraphDestroy(graph));
}

} // namespace

int main() {
    static_cast<void>(std::setvbuf(stdout, nullptr, _IOLBF, 0)); // to its last line, if it crashes
    static_cast<void>(cudaMalloc(&d, 4096));
    ask_beginning_and_end();
    ask_which_calls_are_forbidden();
    ask_about_forks();
    ask_about_events();
    ask_about_graphs_by_hand();
    SAY(cudaDeviceSynchronize());
}
