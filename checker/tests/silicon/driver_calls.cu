// What a driver says of contexts, modules, memory, streams, events and launches, used rightly and
// wrongly. Not asked is what crashes in the driver, or depends on what lies in freed memory: the
// virtual GPU answers an error there.
#include "driver_tell.hpp"

#include <cstdint>
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

constexpr char broken[] = ".version 8.0\n.target sm_80\n.address_size 64\n"
                          ".visible .entry broken() { add.u32 %r1, %r1, 1; ret; }\n";

void ask_about_modules() {
    begin_context();
    CUmodule module = nullptr;
    CUfunction function = nullptr;
    CUdeviceptr address = 0;
    std::size_t bytes = 0;
    int value = 0;
    unsigned count = 0;
    ASK("load: null", cuModuleLoadData(&module, nullptr));
    ASK("load: no place", cuModuleLoadData(nullptr, kernels));
    ASK("load: broken", cuModuleLoadData(&module, broken));
    ASK("load: nonsense", cuModuleLoadData(&module, "nonsense, which is no code at all"));
    ASK("load: an empty text", cuModuleLoadData(&module, ""));
    ASK("load: no file", cuModuleLoad(&module, "/there/is/no/such.file"));
    ASK("load: no name", cuModuleLoad(&module, nullptr));
    ASK("load", cuModuleLoadData(&module, kernels));
    ASK("function: missing", cuModuleGetFunction(&function, module, "missing"));
    ASK("function: no name", cuModuleGetFunction(&function, module, nullptr));
    ASK("function: an empty name", cuModuleGetFunction(&function, module, ""));
    ASK("function: no place", cuModuleGetFunction(nullptr, module, "put"));
    ASK("function: a variable", cuModuleGetFunction(&function, module, "counter"));
    ASK("function: null module", cuModuleGetFunction(&function, nullptr, "put"));
    ASK("function", cuModuleGetFunction(&function, module, "put"));
    ASK("count", cuModuleGetFunctionCount(&count, module));
    ASK("  is", static_cast<long long>(count));
    ASK("count: no place", cuModuleGetFunctionCount(nullptr, module));
    ASK("variable: missing", cuModuleGetGlobal(&address, &bytes, module, "missing"));
    ASK("variable: a function", cuModuleGetGlobal(&address, &bytes, module, "put"));
    ASK("variable: no name", cuModuleGetGlobal(&address, &bytes, module, nullptr));
    ASK("variable: no places", cuModuleGetGlobal(nullptr, nullptr, module, "counter"));
    ASK("variable: constant", cuModuleGetGlobal(&address, &bytes, module, "factor"));
    ASK("  bytes", static_cast<long long>(bytes));
    ASK("variable", cuModuleGetGlobal(&address, &bytes, module, "counter"));
    ASK("  bytes", static_cast<long long>(bytes));
    ASK("  copy", cuMemcpyDtoH(&value, address, 4));
    ASK("  its value", static_cast<long long>(value));
    ASK("  free", cuMemFree(address));
    ASK("attribute: threads",
        cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, function));
    ASK("  is", static_cast<long long>(value));
    ASK("attribute: shared",
        cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, function));
    ASK("  is", static_cast<long long>(value));
    ASK("attribute: 99",
        cuFuncGetAttribute(&value, static_cast<CUfunction_attribute>(99), function));
    ASK("attribute: no place", cuFuncGetAttribute(nullptr, CU_FUNC_ATTRIBUTE_NUM_REGS, function));
    ASK("attribute: null", cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_NUM_REGS, nullptr));
    ASK("set: threads", cuFuncSetAttribute(function, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, 32));
    ASK("set: dynamic shared",
        cuFuncSetAttribute(function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 65536));
    ASK("set: too much",
        cuFuncSetAttribute(function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 1 << 20));
    ASK("set: 99", cuFuncSetAttribute(function, static_cast<CUfunction_attribute>(99), 1));
    std::size_t offset = 99;
    ASK("parameter 0", cuFuncGetParamInfo(function, 0, &offset, &bytes));
    ASK("  bytes", static_cast<long long>(bytes));
    ASK("parameter 1", cuFuncGetParamInfo(function, 1, &offset, &bytes));
    ASK("  offset", static_cast<long long>(offset));
    ASK("parameter 2", cuFuncGetParamInfo(function, 2, &offset, &bytes));
    const char* name = nullptr;
    ASK("name", cuFuncGetName(&name, function));
    ASK("  is put", static_cast<long long>(name != nullptr && std::strcmp(name, "put") == 0));
    ASK("name: no place", cuFuncGetName(nullptr, function));
    ASK("unload: null", cuModuleUnload(nullptr));
    ASK("unload", cuModuleUnload(module));
}

void ask_to_unload_twice() {
    begin_context();
    CUmodule module = nullptr;
    cuModuleLoadData(&module, kernels);
    ASK("unload", cuModuleUnload(module));
    ASK("unload again", cuModuleUnload(module));
}

void ask_about_libraries() {
    cuInit(0);
    CUlibrary library = nullptr;
    CUkernel kernel = nullptr;
    CUfunction function = nullptr;
    CUmodule module = nullptr;
    CUdeviceptr address = 0;
    std::size_t bytes = 0;
    ASK("load", cuLibraryLoadData(&library, kernels, nullptr, nullptr, 0, nullptr, nullptr, 0));
    ASK("kernel: missing", cuLibraryGetKernel(&kernel, library, "missing"));
    ASK("kernel", cuLibraryGetKernel(&kernel, library, "put"));
    ASK("function: no context", cuKernelGetFunction(&function, kernel));
    ASK("module: no context", cuLibraryGetModule(&module, library));
    ASK("variable: no context", cuLibraryGetGlobal(&address, &bytes, library, "counter"));
    begin_context();
    ASK("function", cuKernelGetFunction(&function, kernel));
    ASK("module", cuLibraryGetModule(&module, library));
    ASK("variable", cuLibraryGetGlobal(&address, &bytes, library, "counter"));
    ASK("variable: missing", cuLibraryGetGlobal(&address, &bytes, library, "missing"));
    ASK("variable: a kernel", cuLibraryGetGlobal(&address, &bytes, library, "put"));
    ASK("kernel: an empty name", cuLibraryGetKernel(&kernel, library, ""));
    ASK("managed variable: missing", cuLibraryGetManaged(&address, &bytes, library, "missing"));
    int value = 0;
    ASK("attribute",
        cuKernelGetAttribute(&value, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, kernel, 0));
    ASK("unload", cuLibraryUnload(library));
}

void ask_about_broken_libraries() {
    cuInit(0);
    CUlibrary library = nullptr;
    CUkernel kernel = nullptr;
    CUfunction function = nullptr;
    ASK("load: null",
        cuLibraryLoadData(&library, nullptr, nullptr, nullptr, 0, nullptr, nullptr, 0));
    ASK("load: nonsense", cuLibraryLoadData(&library, "nonsense, which is no code at all", nullptr,
                                            nullptr, 0, nullptr, nullptr, 0));
    ASK("load: broken",
        cuLibraryLoadData(&library, broken, nullptr, nullptr, 0, nullptr, nullptr, 0));
    ASK("kernel of what is broken", cuLibraryGetKernel(&kernel, library, "broken"));
    ASK("unload it", cuLibraryUnload(library));
    begin_context();
    ASK("load: broken, with a context",
        cuLibraryLoadData(&library, broken, nullptr, nullptr, 0, nullptr, nullptr, 0));
    ASK("kernel of what is broken", cuLibraryGetKernel(&kernel, library, "broken"));
    ASK("its function", cuKernelGetFunction(&function, kernel));
}

void ask_about_the_linker() {
    begin_context();
    CUlinkState state = nullptr;
    void* image = nullptr;
    std::size_t bytes = 0;
    ASK("create: no place", cuLinkCreate(0, nullptr, nullptr, nullptr));
    ASK("create", cuLinkCreate(0, nullptr, nullptr, &state));
    ASK("add: no data",
        cuLinkAddData(state, CU_JIT_INPUT_PTX, nullptr, 10, "name", 0, nullptr, nullptr));
    ASK("add", cuLinkAddData(state, CU_JIT_INPUT_PTX, const_cast<char*>(kernels), sizeof kernels,
                             "name", 0, nullptr, nullptr));
    ASK("complete", cuLinkComplete(state, &image, &bytes));
    CUmodule module = nullptr;
    ASK("load it", cuModuleLoadData(&module, image));
    ASK("destroy", cuLinkDestroy(state));
    ASK("create", cuLinkCreate(0, nullptr, nullptr, &state));
    ASK("add: broken", cuLinkAddData(state, CU_JIT_INPUT_PTX, const_cast<char*>(broken),
                                     sizeof broken, "name", 0, nullptr, nullptr));
    ASK("add: no file",
        cuLinkAddFile(state, CU_JIT_INPUT_PTX, "/there/is/no/such.file", 0, nullptr, nullptr));
}

void ask_about_memory() {
    begin_context();
    CUdeviceptr memory = 0, base = 0;
    std::size_t bytes = 0, pitch = 0;
    char host[64] = {};
    ASK("alloc: 0 bytes", cuMemAlloc(&memory, 0));
    ASK("alloc: no place", cuMemAlloc(nullptr, 16));
    ASK("alloc: 2^60 bytes", cuMemAlloc(&memory, std::size_t{1} << 60));
    ASK("alloc", cuMemAlloc(&memory, 100));
    ASK("range", cuMemGetAddressRange(&base, &bytes, memory + 5));
    ASK("  begins there", static_cast<long long>(base == memory));
    ASK("  bytes", static_cast<long long>(bytes));
    ASK("range: host", cuMemGetAddressRange(&base, &bytes, reinterpret_cast<CUdeviceptr>(&host)));
    ASK("range: null", cuMemGetAddressRange(&base, &bytes, 0));
    ASK("range: no places", cuMemGetAddressRange(nullptr, nullptr, memory));
    ASK("info: no places", cuMemGetInfo(nullptr, nullptr));
    ASK("pitch: element 3", cuMemAllocPitch(&base, &pitch, 12, 4, 3));
    ASK("pitch: 0 wide", cuMemAllocPitch(&base, &pitch, 0, 4, 4));
    ASK("pitch: no place", cuMemAllocPitch(&base, nullptr, 12, 4, 4));
    ASK("pitch", cuMemAllocPitch(&base, &pitch, 12, 4, 4));
    ASK("  is", static_cast<long long>(pitch));
    ASK("free: inside", cuMemFree(memory + 4));
    ASK("free: null", cuMemFree(0));
    ASK("free: host", cuMemFree(reinterpret_cast<CUdeviceptr>(&host)));
    ASK("to the device: null", cuMemcpyHtoD(memory, nullptr, 4));
    ASK("to the device: to null", cuMemcpyHtoD(0, host, 4));
    ASK("to the device: 0 bytes", cuMemcpyHtoD(memory, host, 0));
    ASK("to the device: null, 0 bytes", cuMemcpyHtoD(memory, nullptr, 0));
    ASK("to the host: null", cuMemcpyDtoH(nullptr, memory, 4));
    ASK("to the host: from null", cuMemcpyDtoH(host, 0, 4));
    ASK("within: null", cuMemcpyDtoD(memory, 0, 4));
    ASK("from a host address", cuMemcpyDtoD(memory, reinterpret_cast<CUdeviceptr>(&host), 4));
    ASK("any: from the host", cuMemcpy(memory, reinterpret_cast<CUdeviceptr>(&host), 4));
    ASK("any: host to host", cuMemcpy(reinterpret_cast<CUdeviceptr>(&host),
                                      reinterpret_cast<CUdeviceptr>(&host[32]), 4));
    ASK("set: null", cuMemsetD8(0, 1, 4));
    ASK("set: 0 bytes", cuMemsetD8(memory, 1, 0));
    ASK("set: words at 2", cuMemsetD32(memory + 2, 1, 4));
    ASK("set: halves at 1", cuMemsetD16(memory + 1, 1, 4));
    ASK("set: rows, pitch too small", cuMemsetD2D8(memory, 4, 1, 8, 2));
    ASK("set: rows, pitch of 6, words", cuMemsetD2D32(memory, 6, 1, 1, 2));
    ASK("set: a host address", cuMemsetD8(reinterpret_cast<CUdeviceptr>(&host), 1, 4));
    ASK("free", cuMemFree(memory));
    ASK("free again", cuMemFree(memory));
}

void ask_about_rows() {
    begin_context();
    CUdeviceptr memory = 0;
    char host[256] = {};
    cuMemAlloc(&memory, 1024);
    CUDA_MEMCPY2D box{};
    ASK("null", cuMemcpy2D(nullptr));
    ASK("empty", cuMemcpy2D(&box));
    box.srcMemoryType = CU_MEMORYTYPE_HOST;
    box.srcHost = host;
    box.dstMemoryType = CU_MEMORYTYPE_DEVICE;
    box.dstDevice = memory;
    box.WidthInBytes = 16;
    box.Height = 4;
    ASK("no pitches", cuMemcpy2D(&box));
    box.srcPitch = 8;
    ASK("pitch too small", cuMemcpy2D(&box));
    box.srcPitch = 16;
    box.dstPitch = 64;
    ASK("right", cuMemcpy2D(&box));
    box.Height = 0;
    ASK("0 high", cuMemcpy2D(&box));
    box.Height = 4;
    box.srcHost = nullptr;
    ASK("from null", cuMemcpy2D(&box));
    box.srcHost = host;
    box.srcMemoryType = static_cast<CUmemorytype>(9);
    ASK("type 9", cuMemcpy2D(&box));
    box.srcMemoryType = CU_MEMORYTYPE_ARRAY;
    ASK("a null array", cuMemcpy2D(&box));
}

void ask_about_host_memory() {
    begin_context();
    void *memory = nullptr, *pinned = nullptr;
    CUdeviceptr address = 0;
    unsigned flags = 9;
    int host[16] = {};
    ASK("alloc: 0 bytes", cuMemAllocHost(&memory, 0));
    ASK("alloc: no place", cuMemAllocHost(nullptr, 16));
    ASK("alloc: flags 99", cuMemHostAlloc(&memory, 16, 99));
    ASK("alloc: 0 bytes, flags", cuMemHostAlloc(&memory, 0, 0));
    ASK("alloc", cuMemHostAlloc(&pinned, 64, CU_MEMHOSTALLOC_PORTABLE));
    ASK("flags", cuMemHostGetFlags(&flags, pinned));
    ASK("  are", static_cast<long long>(flags));
    ASK("flags: other memory", cuMemHostGetFlags(&flags, host));
    ASK("device pointer: flags 1", cuMemHostGetDevicePointer(&address, pinned, 1));
    ASK("device pointer: other memory", cuMemHostGetDevicePointer(&address, host, 0));
    ASK("device pointer", cuMemHostGetDevicePointer(&address, pinned, 0));
    ASK("free: other memory", cuMemFreeHost(host));
    ASK("free: null", cuMemFreeHost(nullptr));
    ASK("free: cuMemFree", cuMemFree(address));
    ASK("free", cuMemFreeHost(pinned));
    ASK("free again", cuMemFreeHost(pinned));
    ASK("register: null", cuMemHostRegister(nullptr, 64, 0));
    ASK("register: 0 bytes", cuMemHostRegister(host, 0, 0));
    ASK("unregister: other memory", cuMemHostUnregister(host));
    CUdeviceptr managed = 0;
    ASK("managed: 0 bytes", cuMemAllocManaged(&managed, 0, CU_MEM_ATTACH_GLOBAL));
    ASK("managed: flags 0", cuMemAllocManaged(&managed, 64, 0));
    ASK("managed: no place", cuMemAllocManaged(nullptr, 64, CU_MEM_ATTACH_GLOBAL));
    ASK("managed: single", cuMemAllocManaged(&managed, 64, CU_MEM_ATTACH_SINGLE));
    ASK("managed", cuMemAllocManaged(&managed, 64, CU_MEM_ATTACH_GLOBAL));
}

void ask_about_pointers() {
    begin_context();
    CUdeviceptr memory = 0;
    int host = 0, number = 9;
    unsigned type = 9;
    void* place = &host;
    cuMemAlloc(&memory, 64);
    const auto host_address = reinterpret_cast<CUdeviceptr>(&host);
    ASK("type", cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, memory));
    ASK("  is", static_cast<long long>(type));
    ASK("type: host", cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, host_address));
    ASK("type: null", cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, 0));
    ASK("type: no place", cuPointerGetAttribute(nullptr, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, memory));
    ASK("attribute 99", cuPointerGetAttribute(&type, static_cast<CUpointer_attribute>(99), memory));
    ASK("host pointer", cuPointerGetAttribute(&place, CU_POINTER_ATTRIBUTE_HOST_POINTER, memory));
    ASK("device", cuPointerGetAttribute(&number, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, memory));
    ASK("  is", static_cast<long long>(number));
    CUpointer_attribute wanted[] = {CU_POINTER_ATTRIBUTE_MEMORY_TYPE,
                                    CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL,
                                    CU_POINTER_ATTRIBUTE_HOST_POINTER};
    void* places[] = {&type, &number, &place};
    ASK("several", cuPointerGetAttributes(3, wanted, places, memory));
    ASK("  type", static_cast<long long>(type));
    ASK("  device", static_cast<long long>(number));
    ASK("  host pointer is null", static_cast<long long>(place == nullptr));
    ASK("several: host", cuPointerGetAttributes(3, wanted, places, host_address));
    ASK("  type", static_cast<long long>(type));
    ASK("  device", static_cast<long long>(number));
    ASK("several: none", cuPointerGetAttributes(0, wanted, places, memory));
    ASK("several: no list", cuPointerGetAttributes(3, nullptr, places, memory));
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

CUresult launch(CUfunction function, unsigned grid, unsigned block, unsigned shared,
                void** parameters, void** extra = nullptr) {
    return cuLaunchKernel(function, grid, 1, 1, block, 1, 1, shared, nullptr, parameters, extra);
}

void ask_about_launches() {
    begin_context();
    CUdeviceptr memory = 0;
    unsigned value = 3;
    cuMemAlloc(&memory, 64);
    const CUfunction function = kernel("put"), empty = kernel("nothing");
    void* parameters[] = {&memory, &value};
    ASK("null function", launch(nullptr, 1, 1, 0, parameters));
    ASK("no blocks", launch(function, 0, 1, 0, parameters));
    ASK("no threads", launch(function, 1, 0, 0, parameters));
    ASK("1025 threads", launch(function, 1, 1025, 0, parameters));
    ASK("2^32-1 blocks", launch(function, ~0u, 1, 0, parameters));
    ASK("65536 blocks in y",
        cuLaunchKernel(empty, 1, 65536, 1, 1, 1, 1, 0, nullptr, nullptr, nullptr));
    ASK("64 KiB of shared memory", launch(function, 1, 1, 65536, parameters));
    ASK("2^31 bytes of shared memory", launch(function, 1, 1, 1u << 31, parameters));
    ASK("none of its parameters", launch(function, 1, 1, 0, nullptr));
    ASK("no parameters", launch(empty, 1, 1, 0, nullptr));
    ASK("right", launch(function, 1, 1, 0, parameters));
    struct {
        CUdeviceptr place;
        unsigned value;
    } buffer{memory, 4};
    std::size_t bytes = 12;
    void* extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &buffer, CU_LAUNCH_PARAM_BUFFER_SIZE, &bytes,
                     CU_LAUNCH_PARAM_END};
    ASK("extra", launch(function, 1, 1, 0, nullptr, extra));
    ASK("both", launch(function, 1, 1, 0, parameters, extra));
    // Of 8 bytes a driver takes the second parameter from what lies behind them.
    bytes = 16;
    ASK("extra: 16 bytes", launch(function, 1, 1, 0, nullptr, extra));
    bytes = 13;
    ASK("extra: 13 bytes", launch(function, 1, 1, 0, nullptr, extra));
    bytes = 64;
    ASK("extra: too long", launch(function, 1, 1, 0, nullptr, extra));
    CUlaunchConfig config{};
    ASK("empty config", cuLaunchKernelEx(&config, function, parameters, nullptr));
    ASK("no config", cuLaunchKernelEx(nullptr, function, parameters, nullptr));
    config.gridDimX = config.gridDimY = config.gridDimZ = 1;
    config.blockDimX = config.blockDimY = config.blockDimZ = 1;
    ASK("config", cuLaunchKernelEx(&config, function, parameters, nullptr));
    ASK("cooperative",
        cuLaunchCooperativeKernel(function, 1, 1, 1, 1, 1, 1, 0, nullptr, parameters));
    ASK("cooperative: too many blocks",
        cuLaunchCooperativeKernel(function, 1 << 20, 1, 1, 1, 1, 1, 0, nullptr, parameters));
    ASK("synchronise", cuCtxSynchronize());
    int blocks = 0, grid = 0;
    ASK("occupancy: 0 threads",
        cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function, 0, 0));
    ASK("occupancy: no place",
        cuOccupancyMaxActiveBlocksPerMultiprocessor(nullptr, function, 32, 0));
    ASK("occupancy: null", cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, nullptr, 32, 0));
    ASK("occupancy", cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function, 1024, 0));
    ASK("  is", static_cast<long long>(blocks));
    ASK("occupancy: a block",
        cuOccupancyMaxPotentialBlockSize(&grid, &blocks, function, nullptr, 0, 0));
    ASK("  threads", static_cast<long long>(blocks));
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
    {"modules", ask_about_modules},
    {"unload_twice", ask_to_unload_twice},
    {"libraries", ask_about_libraries},
    {"broken_libraries", ask_about_broken_libraries},
    {"linker", ask_about_the_linker},
    {"memory", ask_about_memory},
    {"rows", ask_about_rows},
    {"host_memory", ask_about_host_memory},
    {"pointers", ask_about_pointers},
    {"streams", ask_about_streams},
    {"captures", ask_about_captures},
    {"launches", ask_about_launches},
    {"after_a_fault", ask_after_a_fault},
    {"entry_points", ask_for_entry_points},
};

} // namespace

int main(int words, char** text) { return run_sections(sections, words, text); }
