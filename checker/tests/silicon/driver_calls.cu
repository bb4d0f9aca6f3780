// What a driver says of devices, contexts, streams, captures and entry points, used rightly and
// wrongly. Not asked is what crashes in the driver, or depends on what lies in freed memory: the
// virtual GPU answers an error there.
#include "driver_tell.hpp"

#include <cstring>

namespace {

void ask_for_names() {
    for (int code = 0; code < 1000; ++code) {
        const char *name = nullptr, *text = nullptr;
        const CUresult known = cuGetErrorName(static_cast<CUresult>(code), &name);
        const CUresult said = cuGetErrorString(static_cast<CUresult>(code), &text);
        if (known == CUDA_SUCCESS || said == CUDA_SUCCESS || name != nullptr || text != nullptr)
            std::printf("%d %s: %s\n", code, name != nullptr ? name : "null",
                        text != nullptr ? text : "null");
    }
    const char* name = "before";
    ASK("the name of 12345", cuGetErrorName(static_cast<CUresult>(12345), &name));
    ASK("  is null", static_cast<long long>(name == nullptr));
    // With no place for the name or the text the driver crashes.
}

void ask_before_init() {
    int value = 0;
    CUdevice device = 0;
    CUcontext context = nullptr;
    CUdeviceptr memory = 0;
    ASK("version", cuDriverGetVersion(&value));
    ASK("version: no place", cuDriverGetVersion(nullptr));
    ASK("count", cuDeviceGetCount(&value));
    ASK("device", cuDeviceGet(&device, 0));
    ASK("context", cuCtxCreate(&context, nullptr, 0, 0));
    ASK("current", cuCtxGetCurrent(&context));
    ASK("memory", cuMemAlloc(&memory, 4));
    ASK("free null", cuMemFree(0));
    ASK("synchronise", cuCtxSynchronize());
    void* function = nullptr;
    ASK("an entry point", cuGetProcAddress("cuMemAlloc", &function, 12000, 0, nullptr));
    ASK("init: flags 1", cuInit(1));
    ASK("init", cuInit(0));
    ASK("init again", cuInit(0));
}

void ask_about_devices() {
    cuInit(0);
    CUdevice device = 9;
    int value = 0;
    std::size_t bytes = 0;
    char text[64];
    ASK("device -1", cuDeviceGet(&device, -1));
    ASK("device 99", cuDeviceGet(&device, 99));
    ASK("device: no place", cuDeviceGet(nullptr, 0));
    ASK("count: no place", cuDeviceGetCount(nullptr));
    // With 0 bytes for the name the driver crashes.
    ASK("name: device 99", cuDeviceGetName(text, 64, 99));
    ASK("name: 4 bytes", cuDeviceGetName(text, 4, 0));
    ASK("  letters", static_cast<long long>(std::strlen(text)));
    ASK("name: no place", cuDeviceGetName(nullptr, 64, 0));
    ASK("memory: device 99", cuDeviceTotalMem(&bytes, 99));
    ASK("memory: no place", cuDeviceTotalMem(nullptr, 0));
    ASK("attribute 0", cuDeviceGetAttribute(&value, static_cast<CUdevice_attribute>(0), 0));
    ASK("attribute 9999", cuDeviceGetAttribute(&value, static_cast<CUdevice_attribute>(9999), 0));
    ASK("attribute: device 99", cuDeviceGetAttribute(&value, CU_DEVICE_ATTRIBUTE_WARP_SIZE, 99));
    ASK("attribute: no place", cuDeviceGetAttribute(nullptr, CU_DEVICE_ATTRIBUTE_WARP_SIZE, 0));
    ASK("bus: 4 bytes", cuDeviceGetPCIBusId(text, 4, 0));
    ASK("bus: nonsense", cuDeviceGetByPCIBusId(&device, "nonsense"));
    ASK("peer: itself", cuDeviceCanAccessPeer(&value, 0, 0));
    ASK("  is", static_cast<long long>(value));
    ASK("peer: device 99", cuDeviceCanAccessPeer(&value, 0, 99));
    CUuuid uuid;
    ASK("uuid: device 99", cuDeviceGetUuid(&uuid, 99));
    unsigned flags = 9;
    int active = 9;
    ASK("primary state", cuDevicePrimaryCtxGetState(0, &flags, &active));
    ASK("  flags", static_cast<long long>(flags));
    ASK("  active", static_cast<long long>(active));
    ASK("primary state: device 99", cuDevicePrimaryCtxGetState(99, &flags, &active));
    ASK("primary: release", cuDevicePrimaryCtxRelease(0));
    ASK("primary: flags 99", cuDevicePrimaryCtxSetFlags(0, 99));
    ASK("primary: flags", cuDevicePrimaryCtxSetFlags(0, CU_CTX_SCHED_BLOCKING_SYNC));
    ASK("primary state", cuDevicePrimaryCtxGetState(0, &flags, &active));
    ASK("  flags", static_cast<long long>(flags));
    CUcontext context = nullptr;
    ASK("primary: retain, device 99", cuDevicePrimaryCtxRetain(&context, 99));
    ASK("primary: retain, no place", cuDevicePrimaryCtxRetain(nullptr, 0));
    ASK("primary: retain", cuDevicePrimaryCtxRetain(&context, 0));
    ASK("primary state", cuDevicePrimaryCtxGetState(0, &flags, &active));
    ASK("  active", static_cast<long long>(active));
    ASK("primary: retain again", cuDevicePrimaryCtxRetain(&context, 0));
    ASK("primary: release", cuDevicePrimaryCtxRelease(0));
    ASK("primary state", cuDevicePrimaryCtxGetState(0, &flags, &active));
    ASK("  active", static_cast<long long>(active));
    ASK("primary: release", cuDevicePrimaryCtxRelease(0));
    ASK("primary state", cuDevicePrimaryCtxGetState(0, &flags, &active));
    ASK("  active", static_cast<long long>(active));
    ASK("primary: release once more", cuDevicePrimaryCtxRelease(0));
    // To destroy it is CUDA_ERROR_INVALID_CONTEXT; its release then hangs, or crashes.
}

void ask_about_contexts() {
    cuInit(0);
    CUcontext context = nullptr, other = nullptr, current = nullptr;
    CUdevice device = 9;
    unsigned flags = 0, version = 0;
    ASK("current", cuCtxGetCurrent(&current));
    ASK("  is null", static_cast<long long>(current == nullptr));
    ASK("current: no place", cuCtxGetCurrent(nullptr));
    ASK("device: no context", cuCtxGetDevice(&device));
    ASK("synchronise: no context", cuCtxSynchronize());
    ASK("pop: no context", cuCtxPopCurrent(&current));
    ASK("create: device 99", cuCtxCreate(&context, nullptr, 0, 99));
    ASK("create: no place", cuCtxCreate(nullptr, nullptr, 0, 0));
    ASK("create: flags 4096", cuCtxCreate(&context, nullptr, 4096, 0));
    ASK("create: flags 256", cuCtxCreate(&context, nullptr, 256, 0));
    ASK("create: flags 3", cuCtxCreate(&context, nullptr, 3, 0));
    ASK("create: two ways to wait",
        cuCtxCreate(&context, nullptr, CU_CTX_SCHED_SPIN | CU_CTX_SCHED_YIELD, 0));
    ASK("create", cuCtxCreate(&context, nullptr, CU_CTX_SCHED_YIELD, 0));
    ASK("current", cuCtxGetCurrent(&current));
    ASK("  is the new one", static_cast<long long>(current == context));
    ASK("flags", cuCtxGetFlags(&flags));
    ASK("  are", static_cast<long long>(flags));
    ASK("flags: no place", cuCtxGetFlags(nullptr));
    ASK("device: no place", cuCtxGetDevice(nullptr));
    ASK("version", cuCtxGetApiVersion(context, &version));
    ASK("  is", static_cast<long long>(version));
    ASK("version: null", cuCtxGetApiVersion(nullptr, &version));
    ASK("create another", cuCtxCreate(&other, nullptr, 0, 0));
    ASK("pop", cuCtxPopCurrent(&current));
    ASK("  is the other", static_cast<long long>(current == other));
    ASK("current", cuCtxGetCurrent(&current));
    ASK("  is the first", static_cast<long long>(current == context));
    ASK("push null", cuCtxPushCurrent(nullptr));
    ASK("push", cuCtxPushCurrent(other));
    ASK("set null", cuCtxSetCurrent(nullptr));
    ASK("current", cuCtxGetCurrent(&current));
    ASK("  is the first", static_cast<long long>(current == context));
    ASK("  is null", static_cast<long long>(current == nullptr));
    ASK("set the other", cuCtxSetCurrent(other));
    ASK("destroy the current one", cuCtxDestroy(other));
    ASK("current", cuCtxGetCurrent(&current));
    ASK("  is null", static_cast<long long>(current == nullptr));
    ASK("  is the first", static_cast<long long>(current == context));
    ASK("destroy null", cuCtxDestroy(nullptr));
    ASK("set the first", cuCtxSetCurrent(context));
    std::size_t value = 0;
    ASK("limit: stack", cuCtxGetLimit(&value, CU_LIMIT_STACK_SIZE));
    ASK("  is", static_cast<long long>(value));
    ASK("limit: heap", cuCtxGetLimit(&value, CU_LIMIT_MALLOC_HEAP_SIZE));
    ASK("  is", static_cast<long long>(value));
    ASK("limit: printf", cuCtxGetLimit(&value, CU_LIMIT_PRINTF_FIFO_SIZE));
    ASK("  is", static_cast<long long>(value));
    ASK("limit: no place", cuCtxGetLimit(nullptr, CU_LIMIT_STACK_SIZE));
    ASK("limit: 99", cuCtxGetLimit(&value, static_cast<CUlimit>(99)));
    ASK("set limit: 99", cuCtxSetLimit(static_cast<CUlimit>(99), 1));
    ASK("set limit: stack", cuCtxSetLimit(CU_LIMIT_STACK_SIZE, 4096));
    ASK("limit: stack", cuCtxGetLimit(&value, CU_LIMIT_STACK_SIZE));
    ASK("  is", static_cast<long long>(value));
    CUfunc_cache config{};
    ASK("cache: no place", cuCtxGetCacheConfig(nullptr));
    ASK("cache: 9", cuCtxSetCacheConfig(static_cast<CUfunc_cache>(9)));
    ASK("cache: prefer L1", cuCtxSetCacheConfig(CU_FUNC_CACHE_PREFER_L1));
    ASK("cache", cuCtxGetCacheConfig(&config));
    ASK("  is", static_cast<long long>(config));
    int least = 9, greatest = 9;
    ASK("priorities", cuCtxGetStreamPriorityRange(&least, &greatest));
    ASK("  least", static_cast<long long>(least));
    ASK("  greatest", static_cast<long long>(greatest));
    ASK("priorities: no places", cuCtxGetStreamPriorityRange(nullptr, nullptr));
    ASK("enable peer: null", cuCtxEnablePeerAccess(nullptr, 0));
    ASK("enable peer: itself", cuCtxEnablePeerAccess(context, 0));
    ASK("disable peer: itself", cuCtxDisablePeerAccess(context));
    unsigned long long number = 0;
    ASK("number: no place", cuCtxGetId(context, nullptr));
    ASK("number", cuCtxGetId(context, &number));
    ASK("destroy", cuCtxDestroy(context));
}

// A second destruction is not asked: its answer depends on what lies in freed memory.
void ask_about_memory_of_a_destroyed_context() {
    CUcontext context = begin_context();
    CUdeviceptr memory = 0;
    cuMemAlloc(&memory, 16);
    ASK("destroy", cuCtxDestroy(context));
    context = begin_context();
    ASK("free", cuMemFree(memory));
}

void ask_about_streams() {
    begin_context();
    CUstream stream = nullptr, other = nullptr;
    CUevent event = nullptr, timed = nullptr;
    unsigned flags = 9;
    int priority = 9;
    float milliseconds = 0;
    ASK("create: flags 99", cuStreamCreate(&stream, 99));
    ASK("create: no place", cuStreamCreate(nullptr, 0));
    ASK("create", cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    ASK("create: priority -99", cuStreamCreateWithPriority(&other, 0, -99));
    ASK("priority", cuStreamGetPriority(other, &priority));
    ASK("  is", static_cast<long long>(priority));
    ASK("flags", cuStreamGetFlags(stream, &flags));
    ASK("  are", static_cast<long long>(flags));
    ASK("flags: no place", cuStreamGetFlags(stream, nullptr));
    ASK("flags: null stream", cuStreamGetFlags(nullptr, &flags));
    ASK("  are", static_cast<long long>(flags));
    ASK("query", cuStreamQuery(stream));
    ASK("event: flags 99", cuEventCreate(&event, 99));
    ASK("event: no place", cuEventCreate(nullptr, 0));
    ASK("event", cuEventCreate(&event, CU_EVENT_DISABLE_TIMING));
    ASK("event: between processes", cuEventCreate(&timed, CU_EVENT_INTERPROCESS));
    ASK("event: timed", cuEventCreate(&timed, 0));
    ASK("query: not recorded", cuEventQuery(event));
    ASK("synchronise: not recorded", cuEventSynchronize(event));
    ASK("elapsed: not recorded", cuEventElapsedTime(&milliseconds, timed, timed));
    ASK("wait: not recorded", cuStreamWaitEvent(stream, event, 0));
    ASK("wait: flags 9", cuStreamWaitEvent(stream, event, 9));
    ASK("wait: null event", cuStreamWaitEvent(stream, nullptr, 0));
    ASK("record: null event", cuEventRecord(nullptr, stream));
    ASK("record", cuEventRecord(event, stream));
    ASK("record: timed", cuEventRecord(timed, stream));
    ASK("record: flags 9", cuEventRecordWithFlags(event, stream, 9));
    ASK("synchronise", cuStreamSynchronize(stream));
    ASK("elapsed: without timing", cuEventElapsedTime(&milliseconds, event, timed));
    ASK("elapsed: no place", cuEventElapsedTime(nullptr, timed, timed));
    ASK("elapsed", cuEventElapsedTime(&milliseconds, timed, timed));
    ASK("query null event", cuEventQuery(nullptr));
    ASK("destroy null event", cuEventDestroy(nullptr));
    ASK("destroy the event", cuEventDestroy(event));
    ASK("a host function: null", cuLaunchHostFunc(stream, nullptr, nullptr));
    ASK("a callback: null", cuStreamAddCallback(stream, nullptr, nullptr, 0));
    ASK("destroy the null stream", cuStreamDestroy(nullptr));
    ASK("destroy", cuStreamDestroy(stream));
    CUdeviceptr memory = 0;
    ASK("memory in a stream: 0 bytes", cuMemAllocAsync(&memory, 0, other));
    ASK("memory in a stream", cuMemAllocAsync(&memory, 64, other));
    ASK("  free", cuMemFreeAsync(memory, other));
    ASK("  free: null", cuMemFreeAsync(0, other));
    ASK("synchronise", cuStreamSynchronize(other));
}

void ask_about_captures() {
    begin_context();
    CUstream stream = nullptr;
    CUgraph graph = nullptr;
    CUgraphExec exec = nullptr;
    CUdeviceptr memory = 0;
    CUstreamCaptureStatus status{};
    std::size_t count = 0;
    cuStreamCreate(&stream, 0);
    cuMemAlloc(&memory, 64);
    kernel("put");
    ASK("end: nothing began", cuStreamEndCapture(stream, &graph));
    ASK("begin: the null stream", cuStreamBeginCapture(nullptr, CU_STREAM_CAPTURE_MODE_GLOBAL));
    ASK("begin: mode 9", cuStreamBeginCapture(stream, static_cast<CUstreamCaptureMode>(9)));
    ASK("begin", cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_RELAXED));
    ASK("begin again", cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_RELAXED));
    ASK("launch", put(memory, 5, stream));
    ASK("set", cuMemsetD32Async(memory + 4, 6, 2, stream));
    ASK("capturing", cuStreamIsCapturing(stream, &status));
    ASK("  is", static_cast<long long>(status));
    ASK("query", cuStreamQuery(stream));
    ASK("end", cuStreamEndCapture(stream, &graph));
    ASK("begin", cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_RELAXED));
    ASK("launch", put(memory, 5, stream));
    ASK("set", cuMemsetD32Async(memory + 4, 6, 2, stream));
    ASK("end", cuStreamEndCapture(stream, &graph));
    ASK("nodes", cuGraphGetNodes(graph, nullptr, &count));
    ASK("  are", static_cast<long long>(count));
    ASK("instantiate: no place", cuGraphInstantiateWithFlags(nullptr, graph, 0));
    ASK("instantiate: null", cuGraphInstantiateWithFlags(&exec, nullptr, 0));
    ASK("instantiate", cuGraphInstantiateWithFlags(&exec, graph, 0));
    ASK("launch: null", cuGraphLaunch(nullptr, stream));
    ASK("launch", cuGraphLaunch(exec, stream));
    ASK("synchronise", cuStreamSynchronize(stream));
    unsigned words[3] = {};
    ASK("copy", cuMemcpyDtoH(words, memory, 12));
    ASK("  first", static_cast<long long>(words[0]));
    ASK("  last", static_cast<long long>(words[2]));
    ASK("destroy: null exec", cuGraphExecDestroy(nullptr));
    ASK("destroy: null", cuGraphDestroy(nullptr));
    ASK("destroy the exec", cuGraphExecDestroy(exec));
    ASK("destroy", cuGraphDestroy(graph));
    ASK("create: flags 1", cuGraphCreate(&graph, 1));
    ASK("create: no place", cuGraphCreate(nullptr, 0));
}

void ask_after_a_fault() {
    CUcontext context = begin_context();
    CUdeviceptr memory = 0;
    cuMemAlloc(&memory, 64);
    ASK("launch", put(0x100, 1));
    ASK("synchronise", cuCtxSynchronize());
    ASK("synchronise again", cuCtxSynchronize());
    ASK("memory", cuMemAlloc(&memory, 64));
    ASK("copy", cuMemcpyHtoD(memory, &context, 8));
    CUdevice device = 0;
    ASK("device", cuCtxGetDevice(&device));
    ASK("destroy", cuCtxDestroy(context));
    context = nullptr;
    ASK("another context", cuCtxCreate(&context, nullptr, 0, 0));
    ASK("its memory", cuMemAlloc(&memory, 64));
}

void ask_for_entry_points() {
    cuInit(0);
    void* function = nullptr;
    CUdriverProcAddressQueryResult found{};
    ASK("cuMemAlloc", cuGetProcAddress("cuMemAlloc", &function, 12000, 0, &found));
    ASK("  is cuMemAlloc_v2",
        static_cast<long long>(function == reinterpret_cast<void*>(&cuMemAlloc)));
    ASK("cuMemAlloc_v2", cuGetProcAddress("cuMemAlloc_v2", &function, 12000, 0, &found));
    ASK("  found", static_cast<long long>(found));
    ASK("nonsense", cuGetProcAddress("cuNonsense", &function, 12000, 0, &found));
    ASK("  found", static_cast<long long>(found));
    ASK("  null", static_cast<long long>(function == nullptr));
    ASK("nonsense, not asked", cuGetProcAddress("cuNonsense", &function, 12000, 0, nullptr));
    ASK("an old version", cuGetProcAddress("cuMemCreate", &function, 5000, 0, &found));
    ASK("  found", static_cast<long long>(found));
    ASK("  null", static_cast<long long>(function == nullptr));
    ASK("an old version, not asked", cuGetProcAddress("cuMemCreate", &function, 5000, 0, nullptr));
    // With no name or no place the driver crashes.
    ASK("flags 99", cuGetProcAddress("cuMemAlloc", &function, 12000, 99, &found));
}

constexpr Section sections[] = {
    {"names", ask_for_names},
    {"before_init", ask_before_init},
    {"devices", ask_about_devices},
    {"contexts", ask_about_contexts},
    {"memory_of_a_destroyed_context", ask_about_memory_of_a_destroyed_context},
    {"streams", ask_about_streams},
    {"captures", ask_about_captures},
    {"after_a_fault", ask_after_a_fault},
    {"entry_points", ask_for_entry_points},
};

} // namespace

int main(int words, char** text) { return run_sections(sections, words, text); }
