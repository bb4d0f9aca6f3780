// What a driver says of contexts, modules, memory, streams, events and launches, used rightly and
// wrongly. The answers of a real GPU are in driver_calls.txt; the virtual GPU must give the same.
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
    tell("the name of 12345", cuGetErrorName(static_cast<CUresult>(12345), &name));
    tell("  is null", static_cast<long long>(name == nullptr));
    tell("the name, no place", cuGetErrorName(CUDA_SUCCESS, nullptr));
    tell("the text, no place", cuGetErrorString(CUDA_SUCCESS, nullptr));
}

void ask_before_init() {
    int value = 0;
    CUdevice device = 0;
    CUcontext context = nullptr;
    CUdeviceptr memory = 0;
    tell("version", cuDriverGetVersion(&value));
    tell("version: no place", cuDriverGetVersion(nullptr));
    tell("count", cuDeviceGetCount(&value));
    tell("device", cuDeviceGet(&device, 0));
    tell("context", cuCtxCreate(&context, nullptr, 0, 0));
    tell("current", cuCtxGetCurrent(&context));
    tell("memory", cuMemAlloc(&memory, 4));
    tell("free null", cuMemFree(0));
    tell("synchronise", cuCtxSynchronize());
    void* function = nullptr;
    tell("an entry point", cuGetProcAddress("cuMemAlloc", &function, 12000, 0, nullptr));
    tell("init: flags 1", cuInit(1));
    tell("init", cuInit(0));
    tell("init again", cuInit(0));
}

void ask_about_devices() {
    cuInit(0);
    CUdevice device = 9;
    int value = 0;
    std::size_t bytes = 0;
    char text[64];
    tell("device -1", cuDeviceGet(&device, -1));
    tell("device 99", cuDeviceGet(&device, 99));
    tell("device: no place", cuDeviceGet(nullptr, 0));
    tell("count: no place", cuDeviceGetCount(nullptr));
    tell("name: 0 bytes", cuDeviceGetName(text, 0, 0));
    tell("name: device 99", cuDeviceGetName(text, 64, 99));
    tell("name: 4 bytes", cuDeviceGetName(text, 4, 0));
    tell("  letters", static_cast<long long>(std::strlen(text)));
    tell("name: no place", cuDeviceGetName(nullptr, 64, 0));
    tell("memory: device 99", cuDeviceTotalMem(&bytes, 99));
    tell("memory: no place", cuDeviceTotalMem(nullptr, 0));
    tell("attribute 0", cuDeviceGetAttribute(&value, static_cast<CUdevice_attribute>(0), 0));
    tell("attribute 9999", cuDeviceGetAttribute(&value, static_cast<CUdevice_attribute>(9999), 0));
    tell("attribute: device 99", cuDeviceGetAttribute(&value, CU_DEVICE_ATTRIBUTE_WARP_SIZE, 99));
    tell("attribute: no place", cuDeviceGetAttribute(nullptr, CU_DEVICE_ATTRIBUTE_WARP_SIZE, 0));
    tell("bus: 4 bytes", cuDeviceGetPCIBusId(text, 4, 0));
    tell("bus: nonsense", cuDeviceGetByPCIBusId(&device, "nonsense"));
    tell("peer: itself", cuDeviceCanAccessPeer(&value, 0, 0));
    tell("  is", static_cast<long long>(value));
    tell("peer: device 99", cuDeviceCanAccessPeer(&value, 0, 99));
    CUuuid uuid;
    tell("uuid: device 99", cuDeviceGetUuid(&uuid, 99));
    unsigned flags = 9;
    int active = 9;
    tell("primary state", cuDevicePrimaryCtxGetState(0, &flags, &active));
    tell("  flags", static_cast<long long>(flags));
    tell("  active", static_cast<long long>(active));
    tell("primary state: device 99", cuDevicePrimaryCtxGetState(99, &flags, &active));
    tell("primary: release", cuDevicePrimaryCtxRelease(0));
    tell("primary: flags 99", cuDevicePrimaryCtxSetFlags(0, 99));
    tell("primary: flags", cuDevicePrimaryCtxSetFlags(0, CU_CTX_SCHED_BLOCKING_SYNC));
    tell("primary state", cuDevicePrimaryCtxGetState(0, &flags, &active));
    tell("  flags", static_cast<long long>(flags));
    CUcontext context = nullptr;
    tell("primary: retain, device 99", cuDevicePrimaryCtxRetain(&context, 99));
    tell("primary: retain, no place", cuDevicePrimaryCtxRetain(nullptr, 0));
    tell("primary: retain", cuDevicePrimaryCtxRetain(&context, 0));
    tell("primary state", cuDevicePrimaryCtxGetState(0, &flags, &active));
    tell("  active", static_cast<long long>(active));
    tell("primary: destroy", cuCtxDestroy(context));
    tell("primary: release", cuDevicePrimaryCtxRelease(0));
    tell("primary: release again", cuDevicePrimaryCtxRelease(0));
}

void ask_about_contexts() {
    cuInit(0);
    CUcontext context = nullptr, other = nullptr, current = nullptr;
    CUdevice device = 9;
    unsigned flags = 0, version = 0;
    tell("current", cuCtxGetCurrent(&current));
    tell("  is null", static_cast<long long>(current == nullptr));
    tell("current: no place", cuCtxGetCurrent(nullptr));
    tell("device: no context", cuCtxGetDevice(&device));
    tell("synchronise: no context", cuCtxSynchronize());
    tell("pop: no context", cuCtxPopCurrent(&current));
    tell("create: device 99", cuCtxCreate(&context, nullptr, 0, 99));
    tell("create: no place", cuCtxCreate(nullptr, nullptr, 0, 0));
    tell("create: flags 4096", cuCtxCreate(&context, nullptr, 4096, 0));
    tell("create: two ways to wait",
         cuCtxCreate(&context, nullptr, CU_CTX_SCHED_SPIN | CU_CTX_SCHED_YIELD, 0));
    tell("create", cuCtxCreate(&context, nullptr, CU_CTX_SCHED_YIELD, 0));
    tell("current", cuCtxGetCurrent(&current));
    tell("  is the new one", static_cast<long long>(current == context));
    tell("flags", cuCtxGetFlags(&flags));
    tell("  are", static_cast<long long>(flags));
    tell("flags: no place", cuCtxGetFlags(nullptr));
    tell("device: no place", cuCtxGetDevice(nullptr));
    tell("version", cuCtxGetApiVersion(context, &version));
    tell("  is", static_cast<long long>(version));
    tell("version: null", cuCtxGetApiVersion(nullptr, &version));
    tell("create another", cuCtxCreate(&other, nullptr, 0, 0));
    tell("pop", cuCtxPopCurrent(&current));
    tell("  is the other", static_cast<long long>(current == other));
    tell("current", cuCtxGetCurrent(&current));
    tell("  is the first", static_cast<long long>(current == context));
    tell("push null", cuCtxPushCurrent(nullptr));
    tell("push", cuCtxPushCurrent(other));
    tell("set null", cuCtxSetCurrent(nullptr));
    tell("current", cuCtxGetCurrent(&current));
    tell("  is the first", static_cast<long long>(current == context));
    tell("  is null", static_cast<long long>(current == nullptr));
    tell("set the other", cuCtxSetCurrent(other));
    tell("destroy the current one", cuCtxDestroy(other));
    tell("current", cuCtxGetCurrent(&current));
    tell("  is null", static_cast<long long>(current == nullptr));
    tell("destroy null", cuCtxDestroy(nullptr));
    tell("set the first", cuCtxSetCurrent(context));
    std::size_t value = 0;
    tell("limit: stack", cuCtxGetLimit(&value, CU_LIMIT_STACK_SIZE));
    tell("  is", static_cast<long long>(value));
    tell("limit: heap", cuCtxGetLimit(&value, CU_LIMIT_MALLOC_HEAP_SIZE));
    tell("  is", static_cast<long long>(value));
    tell("limit: printf", cuCtxGetLimit(&value, CU_LIMIT_PRINTF_FIFO_SIZE));
    tell("  is", static_cast<long long>(value));
    tell("limit: no place", cuCtxGetLimit(nullptr, CU_LIMIT_STACK_SIZE));
    tell("limit: 99", cuCtxGetLimit(&value, static_cast<CUlimit>(99)));
    tell("set limit: 99", cuCtxSetLimit(static_cast<CUlimit>(99), 1));
    tell("set limit: stack", cuCtxSetLimit(CU_LIMIT_STACK_SIZE, 4096));
    tell("limit: stack", cuCtxGetLimit(&value, CU_LIMIT_STACK_SIZE));
    tell("  is", static_cast<long long>(value));
    CUfunc_cache config{};
    tell("cache: no place", cuCtxGetCacheConfig(nullptr));
    tell("cache: 9", cuCtxSetCacheConfig(static_cast<CUfunc_cache>(9)));
    tell("cache: prefer L1", cuCtxSetCacheConfig(CU_FUNC_CACHE_PREFER_L1));
    tell("cache", cuCtxGetCacheConfig(&config));
    tell("  is", static_cast<long long>(config));
    int least = 9, greatest = 9;
    tell("priorities", cuCtxGetStreamPriorityRange(&least, &greatest));
    tell("  least", static_cast<long long>(least));
    tell("  greatest", static_cast<long long>(greatest));
    tell("priorities: no places", cuCtxGetStreamPriorityRange(nullptr, nullptr));
    tell("enable peer: null", cuCtxEnablePeerAccess(nullptr, 0));
    tell("enable peer: itself", cuCtxEnablePeerAccess(context, 0));
    tell("disable peer: itself", cuCtxDisablePeerAccess(context));
    unsigned long long number = 0;
    tell("number: no place", cuCtxGetId(context, nullptr));
    tell("number", cuCtxGetId(context, &number));
    tell("destroy", cuCtxDestroy(context));
}

void ask_to_destroy_twice() {
    CUcontext context = begin_context();
    tell("destroy", cuCtxDestroy(context));
    tell("destroy again", cuCtxDestroy(context));
    tell("set it", cuCtxSetCurrent(context));
}

void ask_about_memory_of_a_destroyed_context() {
    CUcontext context = begin_context();
    CUdeviceptr memory = 0;
    cuMemAlloc(&memory, 16);
    tell("destroy", cuCtxDestroy(context));
    context = begin_context();
    tell("free", cuMemFree(memory));
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
    tell("load: null", cuModuleLoadData(&module, nullptr));
    tell("load: no place", cuModuleLoadData(nullptr, kernels));
    tell("load: broken", cuModuleLoadData(&module, broken));
    tell("load: nonsense", cuModuleLoadData(&module, "nonsense, which is no code at all"));
    tell("load: an empty text", cuModuleLoadData(&module, ""));
    tell("load: no file", cuModuleLoad(&module, "/there/is/no/such.file"));
    tell("load: no name", cuModuleLoad(&module, nullptr));
    tell("load", cuModuleLoadData(&module, kernels));
    tell("function: missing", cuModuleGetFunction(&function, module, "missing"));
    tell("function: no name", cuModuleGetFunction(&function, module, nullptr));
    tell("function: an empty name", cuModuleGetFunction(&function, module, ""));
    tell("function: no place", cuModuleGetFunction(nullptr, module, "put"));
    tell("function: a variable", cuModuleGetFunction(&function, module, "counter"));
    tell("function: null module", cuModuleGetFunction(&function, nullptr, "put"));
    tell("function", cuModuleGetFunction(&function, module, "put"));
    tell("count", cuModuleGetFunctionCount(&count, module));
    tell("  is", static_cast<long long>(count));
    tell("count: no place", cuModuleGetFunctionCount(nullptr, module));
    tell("variable: missing", cuModuleGetGlobal(&address, &bytes, module, "missing"));
    tell("variable: a function", cuModuleGetGlobal(&address, &bytes, module, "put"));
    tell("variable: no name", cuModuleGetGlobal(&address, &bytes, module, nullptr));
    tell("variable: no places", cuModuleGetGlobal(nullptr, nullptr, module, "counter"));
    tell("variable: constant", cuModuleGetGlobal(&address, &bytes, module, "factor"));
    tell("  bytes", static_cast<long long>(bytes));
    tell("variable", cuModuleGetGlobal(&address, &bytes, module, "counter"));
    tell("  bytes", static_cast<long long>(bytes));
    tell("  copy", cuMemcpyDtoH(&value, address, 4));
    tell("  its value", static_cast<long long>(value));
    tell("  free", cuMemFree(address));
    tell("attribute: threads",
         cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, function));
    tell("  is", static_cast<long long>(value));
    tell("attribute: shared",
         cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, function));
    tell("  is", static_cast<long long>(value));
    tell("attribute: 99",
         cuFuncGetAttribute(&value, static_cast<CUfunction_attribute>(99), function));
    tell("attribute: no place", cuFuncGetAttribute(nullptr, CU_FUNC_ATTRIBUTE_NUM_REGS, function));
    tell("attribute: null", cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_NUM_REGS, nullptr));
    tell("set: threads", cuFuncSetAttribute(function, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, 32));
    tell("set: dynamic shared",
         cuFuncSetAttribute(function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 65536));
    tell("set: too much",
         cuFuncSetAttribute(function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 1 << 20));
    tell("set: 99", cuFuncSetAttribute(function, static_cast<CUfunction_attribute>(99), 1));
    std::size_t offset = 99;
    tell("parameter 0", cuFuncGetParamInfo(function, 0, &offset, &bytes));
    tell("  bytes", static_cast<long long>(bytes));
    tell("parameter 1", cuFuncGetParamInfo(function, 1, &offset, &bytes));
    tell("  offset", static_cast<long long>(offset));
    tell("parameter 2", cuFuncGetParamInfo(function, 2, &offset, &bytes));
    const char* name = nullptr;
    tell("name", cuFuncGetName(&name, function));
    tell("  is put", static_cast<long long>(name != nullptr && std::strcmp(name, "put") == 0));
    tell("name: no place", cuFuncGetName(nullptr, function));
    tell("unload: null", cuModuleUnload(nullptr));
    tell("unload", cuModuleUnload(module));
}

void ask_to_unload_twice() {
    begin_context();
    CUmodule module = nullptr;
    cuModuleLoadData(&module, kernels);
    tell("unload", cuModuleUnload(module));
    tell("unload again", cuModuleUnload(module));
}

void ask_about_libraries() {
    cuInit(0);
    CUlibrary library = nullptr;
    CUkernel kernel = nullptr;
    CUfunction function = nullptr;
    CUmodule module = nullptr;
    CUdeviceptr address = 0;
    std::size_t bytes = 0;
    tell("load: broken",
         cuLibraryLoadData(&library, broken, nullptr, nullptr, 0, nullptr, nullptr, 0));
    tell("load", cuLibraryLoadData(&library, kernels, nullptr, nullptr, 0, nullptr, nullptr, 0));
    tell("kernel: missing", cuLibraryGetKernel(&kernel, library, "missing"));
    tell("kernel", cuLibraryGetKernel(&kernel, library, "put"));
    tell("function: no context", cuKernelGetFunction(&function, kernel));
    tell("module: no context", cuLibraryGetModule(&module, library));
    tell("variable: no context", cuLibraryGetGlobal(&address, &bytes, library, "counter"));
    begin_context();
    tell("function", cuKernelGetFunction(&function, kernel));
    tell("module", cuLibraryGetModule(&module, library));
    tell("variable", cuLibraryGetGlobal(&address, &bytes, library, "counter"));
    tell("variable: missing", cuLibraryGetGlobal(&address, &bytes, library, "missing"));
    tell("managed variable: missing", cuLibraryGetManaged(&address, &bytes, library, "missing"));
    int value = 0;
    tell("attribute",
         cuKernelGetAttribute(&value, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, kernel, 0));
    tell("unload", cuLibraryUnload(library));
}

void ask_about_the_linker() {
    begin_context();
    CUlinkState state = nullptr;
    void* image = nullptr;
    std::size_t bytes = 0;
    tell("create: no place", cuLinkCreate(0, nullptr, nullptr, nullptr));
    tell("create", cuLinkCreate(0, nullptr, nullptr, &state));
    tell("add: no data",
         cuLinkAddData(state, CU_JIT_INPUT_PTX, nullptr, 10, "name", 0, nullptr, nullptr));
    tell("add", cuLinkAddData(state, CU_JIT_INPUT_PTX, const_cast<char*>(kernels), sizeof kernels,
                              "name", 0, nullptr, nullptr));
    tell("complete", cuLinkComplete(state, &image, &bytes));
    CUmodule module = nullptr;
    tell("load it", cuModuleLoadData(&module, image));
    tell("destroy", cuLinkDestroy(state));
    tell("create", cuLinkCreate(0, nullptr, nullptr, &state));
    tell("add: broken", cuLinkAddData(state, CU_JIT_INPUT_PTX, const_cast<char*>(broken),
                                      sizeof broken, "name", 0, nullptr, nullptr));
    tell("add: no file",
         cuLinkAddFile(state, CU_JIT_INPUT_PTX, "/there/is/no/such.file", 0, nullptr, nullptr));
}

void ask_about_memory() {
    begin_context();
    CUdeviceptr memory = 0, base = 0;
    std::size_t bytes = 0, pitch = 0;
    char host[64] = {};
    tell("alloc: 0 bytes", cuMemAlloc(&memory, 0));
    tell("alloc: no place", cuMemAlloc(nullptr, 16));
    tell("alloc: 2^60 bytes", cuMemAlloc(&memory, std::size_t{1} << 60));
    tell("alloc", cuMemAlloc(&memory, 100));
    tell("range", cuMemGetAddressRange(&base, &bytes, memory + 5));
    tell("  begins there", static_cast<long long>(base == memory));
    tell("  bytes", static_cast<long long>(bytes));
    tell("range: host", cuMemGetAddressRange(&base, &bytes, reinterpret_cast<CUdeviceptr>(&host)));
    tell("range: null", cuMemGetAddressRange(&base, &bytes, 0));
    tell("range: no places", cuMemGetAddressRange(nullptr, nullptr, memory));
    tell("info: no places", cuMemGetInfo(nullptr, nullptr));
    tell("pitch: element 3", cuMemAllocPitch(&base, &pitch, 12, 4, 3));
    tell("pitch: 0 wide", cuMemAllocPitch(&base, &pitch, 0, 4, 4));
    tell("pitch: no place", cuMemAllocPitch(&base, nullptr, 12, 4, 4));
    tell("pitch", cuMemAllocPitch(&base, &pitch, 12, 4, 4));
    tell("  is", static_cast<long long>(pitch));
    tell("free: inside", cuMemFree(memory + 4));
    tell("free: null", cuMemFree(0));
    tell("free: host", cuMemFree(reinterpret_cast<CUdeviceptr>(&host)));
    tell("to the device: null", cuMemcpyHtoD(memory, nullptr, 4));
    tell("to the device: to null", cuMemcpyHtoD(0, host, 4));
    tell("to the device: 0 bytes", cuMemcpyHtoD(memory, host, 0));
    tell("to the device: null, 0 bytes", cuMemcpyHtoD(memory, nullptr, 0));
    tell("to the host: null", cuMemcpyDtoH(nullptr, memory, 4));
    tell("to the host: from null", cuMemcpyDtoH(host, 0, 4));
    tell("within: null", cuMemcpyDtoD(memory, 0, 4));
    tell("from a host address", cuMemcpyDtoD(memory, reinterpret_cast<CUdeviceptr>(&host), 4));
    tell("any: from the host", cuMemcpy(memory, reinterpret_cast<CUdeviceptr>(&host), 4));
    tell("any: host to host", cuMemcpy(reinterpret_cast<CUdeviceptr>(&host),
                                       reinterpret_cast<CUdeviceptr>(&host[32]), 4));
    tell("set: null", cuMemsetD8(0, 1, 4));
    tell("set: 0 bytes", cuMemsetD8(memory, 1, 0));
    tell("set: words at 2", cuMemsetD32(memory + 2, 1, 4));
    tell("set: halves at 1", cuMemsetD16(memory + 1, 1, 4));
    tell("set: rows, pitch too small", cuMemsetD2D8(memory, 4, 1, 8, 2));
    tell("set: rows, pitch of 6, words", cuMemsetD2D32(memory, 6, 1, 1, 2));
    tell("set: a host address", cuMemsetD8(reinterpret_cast<CUdeviceptr>(&host), 1, 4));
    tell("free", cuMemFree(memory));
    tell("free again", cuMemFree(memory));
}

void ask_about_rows() {
    begin_context();
    CUdeviceptr memory = 0;
    char host[256] = {};
    cuMemAlloc(&memory, 1024);
    CUDA_MEMCPY2D box{};
    tell("null", cuMemcpy2D(nullptr));
    tell("empty", cuMemcpy2D(&box));
    box.srcMemoryType = CU_MEMORYTYPE_HOST;
    box.srcHost = host;
    box.dstMemoryType = CU_MEMORYTYPE_DEVICE;
    box.dstDevice = memory;
    box.WidthInBytes = 16;
    box.Height = 4;
    tell("no pitches", cuMemcpy2D(&box));
    box.srcPitch = 8;
    tell("pitch too small", cuMemcpy2D(&box));
    box.srcPitch = 16;
    box.dstPitch = 64;
    tell("right", cuMemcpy2D(&box));
    box.Height = 0;
    tell("0 high", cuMemcpy2D(&box));
    box.Height = 4;
    box.srcHost = nullptr;
    tell("from null", cuMemcpy2D(&box));
    box.srcHost = host;
    box.srcMemoryType = static_cast<CUmemorytype>(9);
    tell("type 9", cuMemcpy2D(&box));
    box.srcMemoryType = CU_MEMORYTYPE_ARRAY;
    tell("a null array", cuMemcpy2D(&box));
}

void ask_about_host_memory() {
    begin_context();
    void *memory = nullptr, *pinned = nullptr;
    CUdeviceptr address = 0;
    unsigned flags = 9;
    int host[16] = {};
    tell("alloc: 0 bytes", cuMemAllocHost(&memory, 0));
    tell("alloc: no place", cuMemAllocHost(nullptr, 16));
    tell("alloc: flags 99", cuMemHostAlloc(&memory, 16, 99));
    tell("alloc: 0 bytes, flags", cuMemHostAlloc(&memory, 0, 0));
    tell("alloc", cuMemHostAlloc(&pinned, 64, CU_MEMHOSTALLOC_PORTABLE));
    tell("flags", cuMemHostGetFlags(&flags, pinned));
    tell("  are", static_cast<long long>(flags));
    tell("flags: other memory", cuMemHostGetFlags(&flags, host));
    tell("device pointer: flags 1", cuMemHostGetDevicePointer(&address, pinned, 1));
    tell("device pointer: other memory", cuMemHostGetDevicePointer(&address, host, 0));
    tell("device pointer", cuMemHostGetDevicePointer(&address, pinned, 0));
    tell("free: other memory", cuMemFreeHost(host));
    tell("free: null", cuMemFreeHost(nullptr));
    tell("free: cuMemFree", cuMemFree(address));
    tell("free", cuMemFreeHost(pinned));
    tell("free again", cuMemFreeHost(pinned));
    tell("register: null", cuMemHostRegister(nullptr, 64, 0));
    tell("register: 0 bytes", cuMemHostRegister(host, 0, 0));
    tell("unregister: other memory", cuMemHostUnregister(host));
    CUdeviceptr managed = 0;
    tell("managed: 0 bytes", cuMemAllocManaged(&managed, 0, CU_MEM_ATTACH_GLOBAL));
    tell("managed: flags 0", cuMemAllocManaged(&managed, 64, 0));
    tell("managed: no place", cuMemAllocManaged(nullptr, 64, CU_MEM_ATTACH_GLOBAL));
    tell("managed: single", cuMemAllocManaged(&managed, 64, CU_MEM_ATTACH_SINGLE));
    tell("managed", cuMemAllocManaged(&managed, 64, CU_MEM_ATTACH_GLOBAL));
}

void ask_about_pointers() {
    begin_context();
    CUdeviceptr memory = 0;
    int host = 0, number = 9;
    unsigned type = 9;
    void* place = &host;
    cuMemAlloc(&memory, 64);
    const auto host_address = reinterpret_cast<CUdeviceptr>(&host);
    tell("type", cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, memory));
    tell("  is", static_cast<long long>(type));
    tell("type: host",
         cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, host_address));
    tell("type: null", cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, 0));
    tell("type: no place",
         cuPointerGetAttribute(nullptr, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, memory));
    tell("attribute 99",
         cuPointerGetAttribute(&type, static_cast<CUpointer_attribute>(99), memory));
    tell("host pointer", cuPointerGetAttribute(&place, CU_POINTER_ATTRIBUTE_HOST_POINTER, memory));
    tell("device", cuPointerGetAttribute(&number, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, memory));
    tell("  is", static_cast<long long>(number));
    CUpointer_attribute wanted[] = {CU_POINTER_ATTRIBUTE_MEMORY_TYPE,
                                    CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL,
                                    CU_POINTER_ATTRIBUTE_HOST_POINTER};
    void* places[] = {&type, &number, &place};
    tell("several", cuPointerGetAttributes(3, wanted, places, memory));
    tell("  type", static_cast<long long>(type));
    tell("  device", static_cast<long long>(number));
    tell("  host pointer is null", static_cast<long long>(place == nullptr));
    tell("several: host", cuPointerGetAttributes(3, wanted, places, host_address));
    tell("  type", static_cast<long long>(type));
    tell("  device", static_cast<long long>(number));
    tell("several: none", cuPointerGetAttributes(0, wanted, places, memory));
    tell("several: no list", cuPointerGetAttributes(3, nullptr, places, memory));
}

void ask_about_streams() {
    begin_context();
    CUstream stream = nullptr, other = nullptr;
    CUevent event = nullptr, timed = nullptr;
    unsigned flags = 9;
    int priority = 9;
    float milliseconds = 0;
    tell("create: flags 99", cuStreamCreate(&stream, 99));
    tell("create: no place", cuStreamCreate(nullptr, 0));
    tell("create", cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    tell("create: priority -99", cuStreamCreateWithPriority(&other, 0, -99));
    tell("priority", cuStreamGetPriority(other, &priority));
    tell("  is", static_cast<long long>(priority));
    tell("flags", cuStreamGetFlags(stream, &flags));
    tell("  are", static_cast<long long>(flags));
    tell("flags: no place", cuStreamGetFlags(stream, nullptr));
    tell("flags: null stream", cuStreamGetFlags(nullptr, &flags));
    tell("  are", static_cast<long long>(flags));
    tell("query", cuStreamQuery(stream));
    tell("event: flags 99", cuEventCreate(&event, 99));
    tell("event: no place", cuEventCreate(nullptr, 0));
    tell("event", cuEventCreate(&event, CU_EVENT_DISABLE_TIMING));
    tell("event: between processes", cuEventCreate(&timed, CU_EVENT_INTERPROCESS));
    tell("event: timed", cuEventCreate(&timed, 0));
    tell("query: not recorded", cuEventQuery(event));
    tell("synchronise: not recorded", cuEventSynchronize(event));
    tell("elapsed: not recorded", cuEventElapsedTime(&milliseconds, timed, timed));
    tell("wait: not recorded", cuStreamWaitEvent(stream, event, 0));
    tell("wait: flags 9", cuStreamWaitEvent(stream, event, 9));
    tell("wait: null event", cuStreamWaitEvent(stream, nullptr, 0));
    tell("record: null event", cuEventRecord(nullptr, stream));
    tell("record", cuEventRecord(event, stream));
    tell("record: timed", cuEventRecord(timed, stream));
    tell("record: flags 9", cuEventRecordWithFlags(event, stream, 9));
    tell("synchronise", cuStreamSynchronize(stream));
    tell("elapsed: without timing", cuEventElapsedTime(&milliseconds, event, timed));
    tell("elapsed: no place", cuEventElapsedTime(nullptr, timed, timed));
    tell("elapsed", cuEventElapsedTime(&milliseconds, timed, timed));
    tell("query null event", cuEventQuery(nullptr));
    tell("destroy null event", cuEventDestroy(nullptr));
    tell("destroy the event", cuEventDestroy(event));
    tell("a host function: null", cuLaunchHostFunc(stream, nullptr, nullptr));
    tell("a callback: null", cuStreamAddCallback(stream, nullptr, nullptr, 0));
    tell("destroy the null stream", cuStreamDestroy(nullptr));
    tell("destroy", cuStreamDestroy(stream));
    CUdeviceptr memory = 0;
    tell("memory in a stream: 0 bytes", cuMemAllocAsync(&memory, 0, other));
    tell("memory in a stream", cuMemAllocAsync(&memory, 64, other));
    tell("  free", cuMemFreeAsync(memory, other));
    tell("  free: null", cuMemFreeAsync(0, other));
    tell("synchronise", cuStreamSynchronize(other));
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
    tell("end: nothing began", cuStreamEndCapture(stream, &graph));
    tell("begin: the null stream", cuStreamBeginCapture(nullptr, CU_STREAM_CAPTURE_MODE_GLOBAL));
    tell("begin: mode 9", cuStreamBeginCapture(stream, static_cast<CUstreamCaptureMode>(9)));
    tell("begin", cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_RELAXED));
    tell("begin again", cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_RELAXED));
    tell("launch", put(memory, 5, stream));
    tell("set", cuMemsetD32Async(memory + 4, 6, 2, stream));
    tell("capturing", cuStreamIsCapturing(stream, &status));
    tell("  is", static_cast<long long>(status));
    tell("query", cuStreamQuery(stream));
    tell("end", cuStreamEndCapture(stream, &graph));
    tell("begin", cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_RELAXED));
    tell("launch", put(memory, 5, stream));
    tell("set", cuMemsetD32Async(memory + 4, 6, 2, stream));
    tell("end", cuStreamEndCapture(stream, &graph));
    tell("nodes", cuGraphGetNodes(graph, nullptr, &count));
    tell("  are", static_cast<long long>(count));
    tell("instantiate: no place", cuGraphInstantiateWithFlags(nullptr, graph, 0));
    tell("instantiate: null", cuGraphInstantiateWithFlags(&exec, nullptr, 0));
    tell("instantiate", cuGraphInstantiateWithFlags(&exec, graph, 0));
    tell("launch: null", cuGraphLaunch(nullptr, stream));
    tell("launch", cuGraphLaunch(exec, stream));
    tell("synchronise", cuStreamSynchronize(stream));
    unsigned words[3] = {};
    tell("copy", cuMemcpyDtoH(words, memory, 12));
    tell("  first", static_cast<long long>(words[0]));
    tell("  last", static_cast<long long>(words[2]));
    tell("destroy: null exec", cuGraphExecDestroy(nullptr));
    tell("destroy: null", cuGraphDestroy(nullptr));
    tell("destroy the exec", cuGraphExecDestroy(exec));
    tell("destroy", cuGraphDestroy(graph));
    tell("create: flags 1", cuGraphCreate(&graph, 1));
    tell("create: no place", cuGraphCreate(nullptr, 0));
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
    tell("null function", launch(nullptr, 1, 1, 0, parameters));
    tell("no blocks", launch(function, 0, 1, 0, parameters));
    tell("no threads", launch(function, 1, 0, 0, parameters));
    tell("1025 threads", launch(function, 1, 1025, 0, parameters));
    tell("2^32-1 blocks", launch(function, ~0u, 1, 0, parameters));
    tell("65536 blocks in y",
         cuLaunchKernel(empty, 1, 65536, 1, 1, 1, 1, 0, nullptr, nullptr, nullptr));
    tell("64 KiB of shared memory", launch(function, 1, 1, 65536, parameters));
    tell("2^31 bytes of shared memory", launch(function, 1, 1, 1u << 31, parameters));
    tell("none of its parameters", launch(function, 1, 1, 0, nullptr));
    tell("no parameters", launch(empty, 1, 1, 0, nullptr));
    tell("right", launch(function, 1, 1, 0, parameters));
    struct {
        CUdeviceptr place;
        unsigned value;
    } buffer{memory, 4};
    std::size_t bytes = 12;
    void* extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &buffer, CU_LAUNCH_PARAM_BUFFER_SIZE, &bytes,
                     CU_LAUNCH_PARAM_END};
    tell("extra", launch(function, 1, 1, 0, nullptr, extra));
    tell("both", launch(function, 1, 1, 0, parameters, extra));
    bytes = 8;
    tell("extra: too short", launch(function, 1, 1, 0, nullptr, extra));
    bytes = 64;
    tell("extra: too long", launch(function, 1, 1, 0, nullptr, extra));
    CUlaunchConfig config{};
    tell("empty config", cuLaunchKernelEx(&config, function, parameters, nullptr));
    tell("no config", cuLaunchKernelEx(nullptr, function, parameters, nullptr));
    config.gridDimX = config.gridDimY = config.gridDimZ = 1;
    config.blockDimX = config.blockDimY = config.blockDimZ = 1;
    tell("config", cuLaunchKernelEx(&config, function, parameters, nullptr));
    tell("cooperative",
         cuLaunchCooperativeKernel(function, 1, 1, 1, 1, 1, 1, 0, nullptr, parameters));
    tell("cooperative: too many blocks",
         cuLaunchCooperativeKernel(function, 1 << 20, 1, 1, 1, 1, 1, 0, nullptr, parameters));
    tell("synchronise", cuCtxSynchronize());
    int blocks = 0, grid = 0;
    tell("occupancy: 0 threads",
         cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function, 0, 0));
    tell("occupancy: no place",
         cuOccupancyMaxActiveBlocksPerMultiprocessor(nullptr, function, 32, 0));
    tell("occupancy: null", cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, nullptr, 32, 0));
    tell("occupancy", cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function, 1024, 0));
    tell("  is", static_cast<long long>(blocks));
    tell("occupancy: a block",
         cuOccupancyMaxPotentialBlockSize(&grid, &blocks, function, nullptr, 0, 0));
    tell("  threads", static_cast<long long>(blocks));
}

void ask_after_a_fault() {
    CUcontext context = begin_context();
    CUdeviceptr memory = 0;
    cuMemAlloc(&memory, 64);
    tell("launch", put(0x100, 1));
    tell("synchronise", cuCtxSynchronize());
    tell("synchronise again", cuCtxSynchronize());
    tell("memory", cuMemAlloc(&memory, 64));
    tell("copy", cuMemcpyHtoD(memory, &context, 8));
    CUdevice device = 0;
    tell("device", cuCtxGetDevice(&device));
    tell("destroy", cuCtxDestroy(context));
    context = nullptr;
    tell("another context", cuCtxCreate(&context, nullptr, 0, 0));
    tell("its memory", cuMemAlloc(&memory, 64));
}

void ask_for_entry_points() {
    cuInit(0);
    void* function = nullptr;
    CUdriverProcAddressQueryResult found{};
    tell("cuMemAlloc", cuGetProcAddress("cuMemAlloc", &function, 12000, 0, &found));
    tell("  is cuMemAlloc_v2",
         static_cast<long long>(function == reinterpret_cast<void*>(&cuMemAlloc)));
    tell("cuMemAlloc_v2", cuGetProcAddress("cuMemAlloc_v2", &function, 12000, 0, &found));
    tell("  found", static_cast<long long>(found));
    tell("nonsense", cuGetProcAddress("cuNonsense", &function, 12000, 0, &found));
    tell("  found", static_cast<long long>(found));
    tell("  null", static_cast<long long>(function == nullptr));
    tell("nonsense, not asked", cuGetProcAddress("cuNonsense", &function, 12000, 0, nullptr));
    tell("an old version", cuGetProcAddress("cuMemCreate", &function, 5000, 0, &found));
    tell("  found", static_cast<long long>(found));
    tell("no name", cuGetProcAddress(nullptr, &function, 12000, 0, &found));
    tell("no place", cuGetProcAddress("cuMemAlloc", nullptr, 12000, 0, &found));
    tell("flags 99", cuGetProcAddress("cuMemAlloc", &function, 12000, 99, &found));
}

constexpr Section sections[] = {
    {"names", ask_for_names},
    {"before_init", ask_before_init},
    {"devices", ask_about_devices},
    {"contexts", ask_about_contexts},
    {"destroy_twice", ask_to_destroy_twice},
    {"memory_of_a_destroyed_context", ask_about_memory_of_a_destroyed_context},
    {"modules", ask_about_modules},
    {"unload_twice", ask_to_unload_twice},
    {"libraries", ask_about_libraries},
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
