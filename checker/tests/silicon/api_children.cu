// What a GPU says of kernels that launch kernels: what a device launch returns, which order its
// streams have, and the limits. The answers of a real GPU are in api_children.txt.
#include "api_children.hpp"

namespace {

__global__ void write_down_late(int value) {
    const long long begin = clock64();
    while (clock64() - begin < 2000000) {
    }
    note(value);
}

// Bad shapes: what is left after each, and whether a good launch still works.
__global__ void bad_shapes() {
    int at = 0;
    nothing<<<1, 1025>>>();
    answers[at++] = cudaPeekAtLastError();
    answers[at++] = cudaGetLastError();
    answers[at++] = cudaGetLastError();
    nothing<<<1, 0>>>();
    answers[at++] = cudaGetLastError();
    nothing<<<0, 1>>>();
    answers[at++] = cudaGetLastError();
    nothing<<<dim3(1, 65536), 1>>>();
    answers[at++] = cudaGetLastError();
    nothing<<<dim3(1, 1, 65536), 1>>>();
    answers[at++] = cudaGetLastError();
    nothing<<<1, dim3(1, 1, 65)>>>();
    answers[at++] = cudaGetLastError();
    nothing<<<1, 1, 48 * 1024 + 1>>>();
    answers[at++] = cudaGetLastError();
    nothing<<<1, 1, 48 * 1024>>>();
    answers[at++] = cudaGetLastError();
    nothing<<<1, 1, 300 * 1024>>>();
    answers[at++] = cudaGetLastError();
    nothing<<<1, 1025>>>();
    write_down<<<1, 1>>>(7);
    answers[at++] = cudaGetLastError();
}
void shapes() {
    clear();
    bad_shapes<<<1, 1>>>();
    wait();
    int at = 0;
    tell_code("1025 threads, peeked", at++);
    tell_code("1025 threads", at++);
    tell_code("once more", at++);
    tell_code("no threads", at++);
    tell_code("no blocks", at++);
    tell_code("65536 blocks in y", at++);
    tell_code("65536 blocks in z", at++);
    tell_code("65 threads in z", at++);
    tell_code("48 KiB and a byte of shared memory", at++);
    tell_code("48 KiB of shared memory", at++);
    tell_code("300 KiB of shared memory", at++);
    tell_code("1025 threads, then a good launch", at++);
    tell_notes("notes");
    bad_shapes<<<1, 1>>>();
    wait();
}

// Whose error it is: the thread's, the block's, the grid's?
__global__ void ask_error(int place) { answers[place] = cudaGetLastError(); }
__global__ void one_errs() {
    if (threadIdx.x == 0 && blockIdx.x == 0) {
        nothing<<<1, 1025>>>();
        ask_error<<<1, 1>>>(3);
    }
    __syncthreads();
    if (blockIdx.x != 0) return;
    if (threadIdx.x == 1) answers[0] = cudaGetLastError();
    if (threadIdx.x == 32) answers[1] = cudaGetLastError();
    __syncthreads();
    if (threadIdx.x == 0) answers[2] = cudaGetLastError();
}
void whose_error() {
    clear();
    one_errs<<<1, 64>>>();
    wait();
    tell_code("a lane beside it", 0);
    tell_code("another warp", 1);
    tell_code("the thread itself, afterwards", 2);
    tell_code("its child", 3);
}

__global__ void texts() {
    nothing<<<1, 1025>>>();
    const cudaError_t left = cudaGetLastError();
    printf("%s: %s\n", cudaGetErrorName(left), cudaGetErrorString(left));
    printf("%s: %s\n", cudaGetErrorName(cudaSuccess), cudaGetErrorString(cudaSuccess));
    printf("%s: %s\n", cudaGetErrorName(static_cast<cudaError_t>(12345)),
           cudaGetErrorString(static_cast<cudaError_t>(12345)));
    printf("%s\n", cudaGetErrorString(cudaErrorLaunchPendingCountExceeded));
    printf("%s\n", cudaGetErrorString(cudaErrorLaunchMaxDepthExceeded));
}
void error_texts() {
    texts<<<1, 1>>>();
    wait();
}

// Launches itself, until it is `most` deep or the launch fails.
__global__ void deeper(int depth, int most, bool by_tail) {
    if (depth <= 30) note(depth);
    answers[2] = depth;
    if (depth >= most) return;
    deeper<<<1, 1, 0, by_tail ? cudaStreamTailLaunch : nullptr>>>(depth + 1, most, by_tail);
    const cudaError_t left = cudaGetLastError();
    if (left != cudaSuccess) {
        answers[0] = left;
        answers[1] = depth;
    }
}
void tell_depth(int most, bool by_tail) {
    clear();
    deeper<<<1, 1>>>(0, most, by_tail);
    wait();
    tell_code("the last launch", 0);
    tell_answer("made at depth", 1);
}
void depth() {
    tell_depth(30, false);
    tell_notes("depths");
}
void depth_of_300() {
    tell_depth(300, false);
    tell_answer("the deepest", 2);
}
void depth_of_tails() {
    tell_depth(30, true);
    tell_notes("depths");
}

// Nothing of the block's stream can end before the first child of it does.
__global__ void hold() {
    while (atomicAdd(&flag, 0) == 0) {
    }
}
__global__ void launch_many(int wanted) {
    hold<<<1, 1>>>();
    int failed = 0, first = -1;
    for (int index = 1; index < wanted; ++index) {
        write_down<<<1, 1>>>(index);
        const cudaError_t left = cudaGetLastError();
        if (left == cudaSuccess) continue;
        if (failed++ == 0) first = index;
        answers[0] = left;
    }
    answers[1] = failed;
    answers[2] = first;
    atomicExch(&flag, 1);
}
void tell_many(int wanted) {
    clear();
    launch_many<<<1, 1>>>(wanted);
    wait();
    tell("launches", wanted);
    tell_code("left", 0);
    tell_answer("failed", 1);
    tell_answer("the first that failed", 2);
    Notes all{};
    static_cast<void>(cudaMemcpyFromSymbol(&all, notes, sizeof all));
    tell("children that ran", all.count);
}
void pending() { tell_many(4000); }
void pending_64() {
    tell("cudaDeviceSetLimit", cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 64));
    tell_many(200);
}
void pending_3000() {
    tell("cudaDeviceSetLimit", cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 3000));
    tell_many(4000);
}

__global__ void device_limits() {
    const cudaLimit limits[] = {cudaLimitStackSize,
                                cudaLimitPrintfFifoSize,
                                cudaLimitMallocHeapSize,
                                cudaLimitDevRuntimeSyncDepth,
                                cudaLimitDevRuntimePendingLaunchCount,
                                cudaLimitMaxL2FetchGranularity,
                                static_cast<cudaLimit>(77)};
    for (int index = 0; index < 7; ++index) {
        size_t value = 99;
        answers[2 * index] = cudaDeviceGetLimit(&value, limits[index]);
        answers[2 * index + 1] = static_cast<int>(value);
    }
}
void limits() {
    clear();
    size_t value = 99;
    tell("of launches on the host",
         cudaDeviceGetLimit(&value, cudaLimitDevRuntimePendingLaunchCount));
    tell("its value", static_cast<long long>(value));
    for (const size_t wanted : {size_t{0}, size_t{1}, size_t{100}, size_t{1} << 16}) {
        tell("set", cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, wanted));
        value = 99;
        tell("get", cudaDeviceGetLimit(&value, cudaLimitDevRuntimePendingLaunchCount));
        tell("its value", static_cast<long long>(value));
    }
    tell("set depth", cudaDeviceSetLimit(cudaLimitDevRuntimeSyncDepth, 4));
    value = 99;
    tell("get depth", cudaDeviceGetLimit(&value, cudaLimitDevRuntimeSyncDepth));
    tell("its value", static_cast<long long>(value));
}
void limits_on_the_device() {
    clear();
    device_limits<<<1, 1>>>();
    wait();
    const char* names[] = {"stack", "printf", "heap", "depth", "launches", "L2", "77"};
    for (int index = 0; index < 7; ++index) {
        tell_code(names[index], 2 * index);
        tell_answer("its value", 2 * index + 1);
    }
}

__global__ void in_one_stream() {
    write_down_late<<<1, 1>>>(1);
    write_down<<<1, 1>>>(2);
    write_down_late<<<1, 1>>>(3);
    write_down<<<1, 1>>>(4);
}
__global__ void in_a_stream_of_its_own() {
    cudaStream_t stream = nullptr;
    answers[0] = cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    write_down_late<<<1, 1, 0, stream>>>(1);
    write_down<<<1, 1, 0, stream>>>(2);
    answers[1] = cudaGetLastError();
    answers[2] = cudaStreamDestroy(stream);
}
__global__ void with_tails() {
    write_down<<<1, 1, 0, cudaStreamTailLaunch>>>(4);
    write_down_late<<<1, 1, 0, cudaStreamTailLaunch>>>(5);
    write_down<<<1, 1, 0, cudaStreamTailLaunch>>>(6);
    write_down_late<<<1, 1>>>(2);
    write_down<<<1, 1>>>(3);
    note(1);
}
__global__ void child_with_tail() {
    write_down_late<<<1, 1, 0, cudaStreamTailLaunch>>>(3);
    write_down_late<<<1, 1>>>(2);
    note(1);
}
__global__ void child_of_a_child() {
    child_with_tail<<<1, 1>>>();
    write_down<<<1, 1>>>(4);
    write_down<<<1, 1, 0, cudaStreamTailLaunch>>>(5);
}
__global__ void tail_with_tail(int level) {
    note(level);
    if (level < 3) {
        tail_with_tail<<<1, 1, 0, cudaStreamTailLaunch>>>(level + 1);
        write_down<<<1, 1, 0, cudaStreamTailLaunch>>>(10 + level);
    }
}
__global__ void forgotten() {
    write_down_late<<<1, 1, 0, cudaStreamFireAndForget>>>(1);
    answers[0] = cudaGetLastError();
    write_down<<<1, 1, 0, cudaStreamTailLaunch>>>(2);
}
__global__ void two_blocks_tails() {
    if (blockIdx.x == 1) {
        const long long begin = clock64();
        while (clock64() - begin < 2000000) {
        }
    }
    write_down<<<1, 1, 0, cudaStreamTailLaunch>>>(blockIdx.x);
}
void order() {
    clear();
    in_one_stream<<<1, 1>>>();
    write_down<<<1, 1>>>(5);
    wait();
    tell_notes("one stream, then the host's next kernel");
    clear();
    in_a_stream_of_its_own<<<1, 1>>>();
    wait();
    tell_code("cudaStreamCreateWithFlags", 0);
    tell_code("launch", 1);
    tell_code("cudaStreamDestroy", 2);
    tell_notes("a stream of its own");
    clear();
    with_tails<<<1, 1>>>();
    write_down<<<1, 1>>>(7);
    wait();
    tell_notes("tails");
    clear();
    child_of_a_child<<<1, 1>>>();
    wait();
    tell_notes("tail of a child");
    clear();
    tail_with_tail<<<1, 1>>>(1);
    wait();
    tell_notes("tails of tails");
    clear();
    forgotten<<<1, 1>>>();
    wait();
    tell_code("fire and forget", 0);
    tell_notes("fire and forget, then a tail");
    clear();
    two_blocks_tails<<<2, 1>>>();
    wait();
    tell_notes("tails of two blocks");
}

__global__ void events_of_streams() {
    cudaStream_t first = nullptr, second = nullptr;
    cudaEvent_t event = nullptr, timed = nullptr;
    int at = 0;
    answers[at++] = cudaStreamCreateWithFlags(&first, cudaStreamDefault);
    answers[at++] = cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking);
    answers[at++] = cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);
    answers[at++] = cudaEventCreateWithFlags(&timed, cudaEventDefault);
    answers[at++] = cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
    write_down_late<<<1, 1, 0, first>>>(1);
    answers[at++] = cudaEventRecord(event, first);
    answers[at++] = cudaStreamWaitEvent(second, event, 0);
    write_down<<<1, 1, 0, second>>>(2);
    answers[at++] = cudaGetLastError();
    answers[at++] = cudaEventDestroy(event);
    answers[at++] = cudaStreamDestroy(first);
    answers[at++] = cudaStreamDestroy(second);
}
void events() {
    clear();
    events_of_streams<<<1, 1>>>();
    wait();
    int at = 0;
    tell_code("a stream that blocks", at++);
    tell_code("first stream", at++);
    tell_code("second stream", at++);
    tell_code("an event with times", at++);
    tell_code("an event", at++);
    tell_code("cudaEventRecord", at++);
    tell_code("cudaStreamWaitEvent", at++);
    tell_code("launch", at++);
    tell_code("cudaEventDestroy", at++);
    tell_code("cudaStreamDestroy", at++);
    tell_code("cudaStreamDestroy", at++);
    tell_notes("notes");
}

__global__ void launch_into(cudaStream_t stream) {
    write_down<<<1, 1, 0, stream>>>(1);
    answers[0] = cudaGetLastError();
}
void ask_stream(cudaStream_t stream) {
    clear();
    launch_into<<<1, 1>>>(stream);
    wait();
    tell_code("launch", 0);
    tell_notes("notes");
}
void stream_legacy() { ask_stream(cudaStreamLegacy); }
void stream_per_thread() { ask_stream(cudaStreamPerThread); }

// In streams, events and graphs of the host the whole tree counts.
__global__ void late_tree(int first) {
    note(first);
    write_down_late<<<1, 1>>>(first + 1);
    write_down_late<<<1, 1, 0, cudaStreamTailLaunch>>>(first + 2);
}
void in_graphs() {
    clear();
    cudaStream_t stream = nullptr;
    cudaGraph_t graph = nullptr;
    cudaGraphExec_t ready = nullptr;
    static_cast<void>(cudaStreamCreate(&stream));
    tell("begin", cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    late_tree<<<1, 1, 0, stream>>>(1);
    tell("launch", cudaGetLastError());
    write_down<<<1, 1, 0, stream>>>(4);
    tell("end", cudaStreamEndCapture(stream, &graph));
    tell("cudaGraphInstantiate", cudaGraphInstantiate(&ready, graph, 0));
    tell("cudaGraphLaunch", cudaGraphLaunch(ready, stream));
    wait();
    tell_notes("notes");
    tell("cudaGraphLaunch", cudaGraphLaunch(ready, stream));
    wait();
    tell_notes("notes");
}
void in_events() {
    clear();
    cudaStream_t first = nullptr, second = nullptr;
    cudaEvent_t event = nullptr;
    static_cast<void>(cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking));
    static_cast<void>(cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking));
    static_cast<void>(cudaEventCreate(&event));
    late_tree<<<1, 1, 0, first>>>(1);
    static_cast<void>(cudaEventRecord(event, first));
    static_cast<void>(cudaStreamWaitEvent(second, event, 0));
    write_down<<<1, 1, 0, second>>>(4);
    wait();
    tell_notes("notes");
}

__global__ void prints(int value) { printf("child %d\n", value); }
__global__ void prints_first() {
    printf("parent\n");
    prints<<<1, 1>>>(1);
    prints<<<1, 1>>>(2);
    prints<<<1, 1, 0, cudaStreamTailLaunch>>>(3);
}
void printing() {
    prints_first<<<1, 1>>>();
    wait();
}
__global__ void every_thread() { write_down<<<1, 1>>>(1); }
void many_parents() {
    clear();
    every_thread<<<2, 64>>>();
    wait();
    tell_notes("children of 128 threads");
}

constexpr Section sections[] = {
    {"shapes", shapes},
    {"whose_error", whose_error},
    {"error_texts", error_texts},
    {"depth", depth},
    {"depth_of_300", depth_of_300},
    {"depth_of_tails", depth_of_tails},
    {"pending", pending},
    {"pending_64", pending_64},
    {"pending_3000", pending_3000},
    {"limits", limits},
    {"limits_on_the_device", limits_on_the_device},
    {"order", order},
    {"events", events},
    {"stream_legacy", stream_legacy},
    {"stream_per_thread", stream_per_thread},
    {"in_graphs", in_graphs},
    {"in_events", in_events},
    {"printing", printing},
    {"many_parents", many_parents},
};

} // namespace

int main(int words, char** text) { return run_sections(sections, words, text); }
