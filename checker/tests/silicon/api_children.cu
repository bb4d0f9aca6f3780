// What a GPU says of kernels that launch kernels: what a device launch returns, which order its
// streams have, what a child sees, the limits, and what the host hears of a fault. The answers of a
// real GPU are in api_children.txt.
#include "api_tell.hpp"

namespace {

// What kernels note, in the order in which they come.
struct Notes {
    int count;
    int values[250];
};
__device__ Notes notes;
__device__ int flag;

__device__ void note(int value) {
    const int place = atomicAdd(&notes.count, 1);
    if (place < 250) notes.values[place] = value;
}

// The device's answers: the code that a call returned or left.
constexpr int places = 32;
__device__ int answers[places];

void clear() {
    static const Notes none{};
    static const int zeros[places] = {};
    static_cast<void>(cudaMemcpyToSymbol(notes, &none, sizeof none));
    static_cast<void>(cudaMemcpyToSymbol(answers, zeros, sizeof zeros));
    static_cast<void>(cudaMemcpyToSymbol(flag, zeros, sizeof flag));
}
void wait() { tell("cudaDeviceSynchronize", cudaDeviceSynchronize()); }
int answer(int index) {
    int all[places] = {};
    static_cast<void>(cudaMemcpyFromSymbol(all, answers, sizeof all));
    return all[index];
}
void tell_code(const char* question, int index) {
    std::printf("%-58s %s\n", question, cudaGetErrorName(static_cast<cudaError_t>(answer(index))));
}
void tell_answer(const char* question, int index) { tell(question, answer(index)); }
void tell_notes(const char* question) {
    Notes all{};
    static_cast<void>(cudaMemcpyFromSymbol(&all, notes, sizeof all));
    std::printf("%-58s %d:", question, all.count);
    for (int index = 0; index < all.count && index < 40; ++index)
        std::printf(" %d", all.values[index]);
    std::printf("\n");
}

__global__ void write_down(int value) { note(value); }
__global__ void write_down_late(int value) {
    const long long begin = clock64();
    while (clock64() - begin < 2000000) {
    }
    note(value);
}
__global__ void nothing() {}

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

__device__ int seen[4];
__global__ void look(const int* values, int place) {
    if (threadIdx.x == 0) seen[place] = values[0] + 100 * values[1];
}
__global__ void make_values(int* values) {
    values[threadIdx.x] = threadIdx.x + 3;
    __syncthreads();
    if (threadIdx.x == 0) look<<<1, 32>>>(values + 2, 0);
    if (threadIdx.x == 1) {
        values[1] = 8;
        look<<<1, 32, 0, cudaStreamTailLaunch>>>(values, 1);
        values[0] = 9;
    }
}
struct Wide {
    char first;
    double second;
    short third[5];
};
__global__ void take(char letter, Wide wide, const int* place, short last) {
    extern __shared__ int room[];
    room[threadIdx.x + 3] = 5;
    note(letter);
    note(wide.first);
    note(static_cast<int>(wide.second));
    note(wide.third[4]);
    note(*place);
    note(last);
    note(static_cast<int>(gridDim.x * 100 + gridDim.y * 10 + gridDim.z));
    note(static_cast<int>(blockDim.x * 100 + blockDim.y * 10 + blockDim.z));
    unsigned bytes = 0;
    asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(bytes));
    note(static_cast<int>(bytes));
}
__global__ void give(const int* place) {
    Wide wide{'w', 2.75, {1, 2, 3, 4, 5}};
    take<<<1, 1, 64>>>('x', wide, place, -4);
}
void values() {
    clear();
    int* values = nullptr;
    static_cast<void>(cudaMalloc(&values, 256));
    make_values<<<1, 32>>>(values);
    wait();
    int all[4] = {};
    static_cast<void>(cudaMemcpyFromSymbol(all, seen, sizeof all));
    tell("the child saw", all[0]);
    tell("the tail saw", all[1]);
    give<<<1, 1>>>(values);
    wait();
    tell_notes("arguments");
}

__global__ void copy_and_set(int* values, int* others) {
    int at = 0;
    answers[at++] = cudaMemsetAsync(values, 1, 8);
    answers[at++] = cudaMemcpyAsync(others, values, 4, cudaMemcpyDeviceToDevice);
    answers[at++] = cudaMemcpyAsync(others, values, 4, cudaMemcpyHostToDevice);
    answers[at++] = cudaMemcpyAsync(others, values, 4, cudaMemcpyDefault);
    answers[at++] = cudaMemset2DAsync(values + 4, 8, 2, 4, 2);
    answers[at++] = cudaMemcpy2DAsync(others + 4, 8, values + 4, 8, 4, 2, cudaMemcpyDeviceToDevice);
    int* made = nullptr;
    answers[at++] = cudaMalloc(&made, 64);
    *made = 3;
    answers[at++] = *made;
    answers[at++] = cudaFree(made);
    int* none = nullptr;
    answers[at++] = cudaFree(none);
    answers[at++] = cudaMalloc(&none, 0);
    answers[at++] = none == nullptr;
    answers[at++] = cudaMalloc(&none, size_t{1} << 40);
    answers[at++] = cudaGetLastError();
}
void memory() {
    clear();
    int *values = nullptr, *others = nullptr, back[8] = {};
    static_cast<void>(cudaMalloc(&values, 256));
    static_cast<void>(cudaMalloc(&others, 256));
    static_cast<void>(cudaMemset(values, 0, 256));
    static_cast<void>(cudaMemset(others, 0, 256));
    copy_and_set<<<1, 1>>>(values, others);
    wait();
    const char* names[] = {"cudaMemsetAsync",
                           "cudaMemcpyAsync, on the device",
                           "cudaMemcpyAsync, host to device",
                           "cudaMemcpyAsync, default",
                           "cudaMemset2DAsync",
                           "cudaMemcpy2DAsync",
                           "cudaMalloc",
                           nullptr,
                           "cudaFree",
                           "cudaFree of nothing",
                           "cudaMalloc of nothing",
                           nullptr,
                           "cudaMalloc of too much",
                           "left"};
    for (int index = 0; index < 14; ++index)
        if (names[index])
            tell_code(names[index], index);
        else
            tell_answer("its value", index);
    static_cast<void>(cudaMemcpy(back, others, sizeof back, cudaMemcpyDeviceToHost));
    for (const int value : back) tell("copied", value);
}
__global__ void free_it(void* place) {
    answers[0] = cudaFree(place);
    answers[1] = cudaGetLastError();
}
void free_of_the_hosts_memory() {
    clear();
    void* place = nullptr;
    static_cast<void>(cudaMalloc(&place, 256));
    free_it<<<1, 1>>>(place);
    wait();
    tell_code("cudaFree", 0);
    tell_code("left", 1);
}

__global__ void facts() {
    int at = 0, value = 99;
    answers[at++] = cudaGetDevice(&value);
    answers[at++] = value;
    answers[at++] = cudaDeviceGetAttribute(&value, cudaDevAttrMaxThreadsPerBlock, 0);
    answers[at++] = value;
    answers[at++] = cudaDeviceGetAttribute(&value, cudaDevAttrMaxGridDimY, 0);
    answers[at++] = value;
    answers[at++] = cudaDeviceGetAttribute(&value, static_cast<cudaDeviceAttr>(9999), 0);
    value = 99;
    answers[at++] = cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, 99);
    answers[at++] = value;
    answers[at++] = cudaRuntimeGetVersion(&value);
    answers[at++] = value;
    answers[at++] = cudaOccupancyMaxActiveBlocksPerMultiprocessor(
        &value, reinterpret_cast<void*>(nothing), 128, 0);
    answers[at++] = value;
    answers[at++] = cudaGetLastError();
}
void attributes() {
    clear();
    facts<<<1, 1>>>();
    wait();
    const char* names[] = {"cudaGetDevice",
                           nullptr,
                           "threads per block",
                           nullptr,
                           "blocks in y",
                           nullptr,
                           "attribute 9999",
                           "device 99",
                           nullptr,
                           "cudaRuntimeGetVersion",
                           nullptr,
                           "occupancy",
                           nullptr,
                           "left"};
    for (int index = 0; index < 14; ++index)
        if (names[index])
            tell_code(names[index], index);
        else
            tell_answer("its value", index);
}

// Faults in children: whose error is it?
__global__ void store(int* place, int value) { *place = value; }
__global__ void launch_store(int* place) {
    store<<<1, 1>>>(place, 5);
    answers[0] = cudaGetLastError();
    write_down<<<1, 1>>>(1);
}
void after_a_fault() {
    cudaStream_t stream = nullptr;
    cudaEvent_t event = nullptr;
    static_cast<void>(cudaStreamCreate(&stream));
    static_cast<void>(cudaEventCreate(&event));
    launch_store<<<1, 1, 0, stream>>>(nullptr);
    tell("launch", cudaGetLastError());
    static_cast<void>(cudaEventRecord(event, stream));
    tell("cudaEventSynchronize", cudaEventSynchronize(event));
    tell("cudaStreamSynchronize", cudaStreamSynchronize(stream));
    tell("cudaStreamQuery", cudaStreamQuery(stream));
    wait();
}
__global__ void give_shared(int direct) {
    __shared__ int room[32];
    room[threadIdx.x] = direct;
    store<<<1, 1>>>(room, 5);
    answers[0] = cudaGetLastError();
}
void pointer_to_shared() {
    clear();
    give_shared<<<1, 1>>>(1);
    wait();
}
__global__ void give_local(int direct) {
    int room[4] = {direct, direct, direct, direct};
    store<<<1, 1>>>(room, 5);
    answers[0] = cudaGetLastError();
    note(room[direct]);
}
void pointer_to_local() {
    clear();
    give_local<<<1, 1>>>(1);
    wait();
}

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

constexpr Section sections[] = {{"shapes", shapes},
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
                                {"values", values},
                                {"memory", memory},
                                {"free_of_the_hosts_memory", free_of_the_hosts_memory},
                                {"attributes", attributes},
                                {"after_a_fault", after_a_fault},
                                {"pointer_to_shared", pointer_to_shared},
                                {"pointer_to_local", pointer_to_local},
                                {"in_graphs", in_graphs},
                                {"in_events", in_events},
                                {"printing", printing},
                                {"many_parents", many_parents}};

} // namespace

int main(int words_given, char** text) { return run_sections(sections, words_given, text); }
