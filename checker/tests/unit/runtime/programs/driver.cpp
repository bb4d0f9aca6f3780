// A program of the driver API alone: what it computes, and what it is told of its mistakes. The
// first argument is the fat binary of driver_kernels.cu, the second says what to do.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda.h>
#include <string>
#include <vector>

namespace {

void check(CUresult result, int line = __builtin_LINE()) {
    if (result == CUDA_SUCCESS) return;
    const char* name = "?";
    cuGetErrorName(result, &name);
    std::printf("line %d: %s\n", line, name);
    std::exit(1);
}

void require(bool holds, const char* what, int line = __builtin_LINE()) {
    if (holds) return;
    std::printf("line %d: wrong: %s\n", line, what);
    std::exit(1);
}

constexpr int count = 64;

struct Driver {
    CUdevice device = 0;
    CUcontext context = nullptr;
    CUmodule module = nullptr;
    CUdeviceptr in = 0, out = 0;

    explicit Driver(const char* image) {
        check(cuInit(0));
        check(cuDeviceGet(&device, 0));
        check(cuCtxCreate(&context, nullptr, 0, device));
        check(cuModuleLoad(&module, image));
        check(cuMemAlloc(&in, count * sizeof(int)));
        check(cuMemAlloc(&out, count * sizeof(int)));
        std::vector<int> values(count);
        for (int i = 0; i < count; ++i) values[i] = i;
        check(cuMemcpyHtoD(in, values.data(), count * sizeof(int)));
    }
    ~Driver() {
        check(cuMemFree(in));
        check(cuMemFree(out));
        check(cuModuleUnload(module));
        check(cuCtxDestroy(context));
    }
    CUfunction function(const char* name) const {
        CUfunction found = nullptr;
        check(cuModuleGetFunction(&found, module, name));
        return found;
    }
    std::vector<int> results(CUdeviceptr from) const {
        std::vector<int> values(count);
        check(cuMemcpyDtoH(values.data(), from, count * sizeof(int)));
        return values;
    }
};

void devices(const Driver& driver) {
    int version = 0, devices = 0, major = 0, minor = 0, warp = 0;
    std::size_t bytes = 0, free_bytes = 0, total = 0;
    char name[100];
    CUuuid uuid;
    check(cuDriverGetVersion(&version));
    check(cuDeviceGetCount(&devices));
    check(cuDeviceGetName(name, sizeof name, driver.device));
    check(cuDeviceTotalMem(&bytes, driver.device));
    check(cuDeviceGetUuid(&uuid, driver.device));
    check(
        cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, driver.device));
    check(
        cuDeviceGetAttribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, driver.device));
    check(cuDeviceGetAttribute(&warp, CU_DEVICE_ATTRIBUTE_WARP_SIZE, driver.device));
    check(cuMemGetInfo(&free_bytes, &total));
    require(version >= 12000 && devices == 1 && major == 8 && minor == 0 && warp == 32,
            "what the device says");
    require(std::strlen(name) > 0 && total == bytes && free_bytes < total, "its memory");
}

void contexts(const Driver& driver) {
    CUcontext primary = nullptr, current = nullptr;
    CUdevice device = -1;
    unsigned flags = 0;
    int active = 0;
    check(cuDevicePrimaryCtxRetain(&primary, driver.device));
    check(cuCtxPushCurrent(primary));
    check(cuCtxGetCurrent(&current));
    check(cuCtxGetDevice(&device));
    require(current == primary && device == driver.device, "the context that was pushed");
    check(cuDevicePrimaryCtxGetState(driver.device, &flags, &active));
    check(cuCtxPopCurrent(&current));
    require(current == primary && active == 1, "the context that was popped");
    check(cuDevicePrimaryCtxRelease(driver.device));
    check(cuCtxGetCurrent(&current));
    require(current == driver.context, "the context below it");
    std::size_t stack = 0;
    check(cuCtxGetLimit(&stack, CU_LIMIT_STACK_SIZE));
    require(stack > 0, "the limit of the stack");
}

void memory(const Driver& driver) {
    CUdeviceptr address = 0, base = 0;
    std::size_t pitch = 0, bytes = 0;
    check(cuMemAllocPitch(&address, &pitch, 12, 4, 4));
    check(cuMemsetD2D32(address, pitch, 0x01020304, 3, 4));
    check(cuMemsetD16(address + pitch, 0x0506, 6));
    std::vector<unsigned> rows(12);
    CUDA_MEMCPY2D box{};
    box.srcMemoryType = CU_MEMORYTYPE_DEVICE;
    box.srcDevice = address;
    box.srcPitch = pitch;
    box.dstMemoryType = CU_MEMORYTYPE_HOST;
    box.dstHost = rows.data();
    box.dstPitch = box.WidthInBytes = 12;
    box.Height = 4;
    check(cuMemcpy2D(&box));
    require(rows[0] == 0x01020304 && rows[3] == 0x05060506 && rows[6] == rows[0],
            "rows that were set");
    check(cuMemGetAddressRange(&base, &bytes, address + 5));
    require(base == address && bytes >= 4 * pitch, "the range of an address");
    unsigned type = 0;
    unsigned char managed = 1;
    check(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, address));
    check(cuPointerGetAttribute(&managed, CU_POINTER_ATTRIBUTE_IS_MANAGED, address));
    require(type == CU_MEMORYTYPE_DEVICE && managed == 0, "the kind of memory");
    check(cuMemFree(address));
    int* host = nullptr;
    check(cuMemHostAlloc(reinterpret_cast<void**>(&host), 4, 0));
    check(cuMemcpyDtoH(host, driver.in + 4, 4));
    require(*host == 1, "a copy to pinned memory");
    check(cuMemFreeHost(host));
}

void streams(const Driver& driver) {
    CUstream stream = nullptr;
    CUevent begin = nullptr, end = nullptr;
    check(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    check(cuEventCreate(&begin, CU_EVENT_DEFAULT));
    check(cuEventCreate(&end, CU_EVENT_DEFAULT));
    CUdeviceptr in = driver.in, out = driver.out;
    int size = count;
    void* parameters[] = {&in, &out, &size};
    check(cuEventRecord(begin, stream));
    check(cuLaunchKernel(driver.function("scale"), 2, 1, 1, 32, 1, 1, 0, stream, parameters,
                         nullptr));
    check(cuEventRecord(end, stream));
    bool called = false;
    check(cuLaunchHostFunc(
        stream, [](void* data) { *static_cast<bool*>(data) = true; }, &called));
    check(cuStreamSynchronize(stream));
    float milliseconds = -1;
    check(cuEventElapsedTime(&milliseconds, begin, end));
    require(called && milliseconds >= 0 && driver.results(out)[7] == 7, "work in a stream");

    CUgraph graph = nullptr;
    CUgraphExec exec = nullptr;
    check(cuMemsetD8Async(out, 0, count * sizeof(int), stream));
    check(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_GLOBAL));
    check(cuLaunchKernel(driver.function("scale"), 2, 1, 1, 32, 1, 1, 0, stream, parameters,
                         nullptr));
    check(cuStreamEndCapture(stream, &graph));
    check(cuGraphInstantiateWithFlags(&exec, graph, 0));
    check(cuGraphLaunch(exec, stream));
    check(cuStreamSynchronize(stream));
    require(driver.results(out)[9] == 9, "a graph that was captured");
    check(cuGraphExecDestroy(exec));
    check(cuGraphDestroy(graph));
    check(cuEventDestroy(begin));
    check(cuEventDestroy(end));
    check(cuStreamDestroy(stream));
}

// A set, a kernel and a copy to the host one after the other, made by hand; then another kernel's
// number in the executable graph.
void graphs(const Driver& driver) {
    CUgraph graph = nullptr;
    CUgraphNode set_node = nullptr, kernel_node = nullptr, copy_node = nullptr;
    check(cuGraphCreate(&graph, 0));
    CUDA_MEMSET_NODE_PARAMS set{};
    set.dst = driver.out;
    set.value = 7;
    set.elementSize = sizeof(int);
    set.width = count;
    set.height = 1;
    check(cuGraphAddMemsetNode(&set_node, graph, nullptr, 0, &set, driver.context));
    CUdeviceptr in = driver.in, out = driver.out;
    int size = count / 2;
    void* parameters[] = {&in, &out, &size};
    CUDA_KERNEL_NODE_PARAMS kernel{};
    kernel.func = driver.function("scale");
    kernel.gridDimX = kernel.gridDimY = kernel.gridDimZ = 1;
    kernel.blockDimX = count;
    kernel.blockDimY = kernel.blockDimZ = 1;
    kernel.kernelParams = parameters;
    check(cuGraphAddKernelNode(&kernel_node, graph, &set_node, 1, &kernel));
    int values[count] = {};
    CUgraphNodeParams copy{};
    copy.type = CU_GRAPH_NODE_TYPE_MEMCPY;
    CUDA_MEMCPY3D& box = copy.memcpy.copyParams;
    box.srcMemoryType = CU_MEMORYTYPE_DEVICE;
    box.srcDevice = driver.out;
    box.dstMemoryType = CU_MEMORYTYPE_HOST;
    box.dstHost = values;
    box.WidthInBytes = sizeof values;
    box.Height = box.Depth = 1;
    check(cuGraphAddNode(&copy_node, graph, &kernel_node, nullptr, 1, &copy));

    CUgraphNodeType type{};
    std::size_t edges = 0;
    check(cuGraphNodeGetType(copy_node, &type));
    check(cuGraphGetEdges(graph, nullptr, nullptr, nullptr, &edges));
    CUDA_KERNEL_NODE_PARAMS found{};
    CUDA_MEMCPY3D found_box{};
    check(cuGraphKernelNodeGetParams(kernel_node, &found));
    check(cuGraphMemcpyNodeGetParams(copy_node, &found_box));
    require(type == CU_GRAPH_NODE_TYPE_MEMCPY && edges == 2 && found.blockDimX == count &&
                *static_cast<int*>(found.kernelParams[2]) == count / 2 &&
                found_box.WidthInBytes == sizeof values && found_box.dstHost == values,
            "what a graph says of itself");
    CUkernelNodeAttrValue value{};
    value.priority = -1;
    check(cuGraphKernelNodeSetAttribute(kernel_node, CU_KERNEL_NODE_ATTRIBUTE_PRIORITY, &value));
    value.priority = 0;
    check(cuGraphKernelNodeGetAttribute(kernel_node, CU_KERNEL_NODE_ATTRIBUTE_PRIORITY, &value));
    require(value.priority == -1, "an attribute");

    static bool destroyed = false;
    CUuserObject object = nullptr;
    check(cuUserObjectCreate(
        &object, &destroyed, [](void* data) { *static_cast<bool*>(data) = true; }, 1,
        CU_USER_OBJECT_NO_DESTRUCTOR_SYNC));
    check(cuGraphRetainUserObject(graph, object, 1, CU_GRAPH_USER_OBJECT_MOVE));
    CUgraphExec exec = nullptr;
    CUstream stream = nullptr;
    check(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    check(cuGraphInstantiate(&exec, graph, 0));
    check(cuGraphLaunch(exec, stream));
    check(cuStreamSynchronize(stream));
    require(values[count / 2 - 1] == 3 * (count / 2 - 1) && values[count / 2] == 7,
            "a graph made by hand");
    size = 1;
    check(cuGraphExecKernelNodeSetParams(exec, kernel_node, &kernel));
    check(cuGraphLaunch(exec, stream));
    check(cuStreamSynchronize(stream));
    require(values[0] == 0 && values[1] == 7, "a graph that was changed");
    CUgraphExecUpdateResultInfo info{};
    check(cuGraphExecUpdate(exec, graph, &info));
    check(cuGraphDestroy(graph));
    require(!destroyed, "an object that an executable graph has");
    check(cuGraphExecDestroy(exec));
    require(destroyed, "an object that nothing has");

    CUdeviceptr to[] = {driver.out, driver.out + 8}, from[] = {driver.in + 4, driver.in + 12};
    std::size_t bytes[] = {4, 4}, first = 0;
    CUmemcpyAttributes attributes{};
    attributes.srcAccessOrder = CU_MEMCPY_SRC_ACCESS_ORDER_STREAM;
    check(cuMemcpyBatchAsync(to, from, bytes, 2, &attributes, &first, 1, stream));
    check(cuStreamSynchronize(stream));
    require(driver.results(driver.out)[0] == 1 && driver.results(driver.out)[2] == 3, "a batch");
    check(cuStreamDestroy(stream));
}

void modules(const Driver& driver) {
    CUdeviceptr factor = 0, launches = 0;
    std::size_t bytes = 0;
    check(cuModuleGetGlobal(&factor, &bytes, driver.module, "factor"));
    require(bytes == sizeof(int), "the size of a variable");
    check(cuMemsetD32(factor, 3, 1));
    // Parameters in one buffer, as PTX lays them out.
    struct {
        CUdeviceptr in, out;
        int size;
    } buffer{driver.in, driver.out, count};
    std::size_t size = sizeof(CUdeviceptr) * 2 + sizeof(int);
    void* extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &buffer, CU_LAUNCH_PARAM_BUFFER_SIZE, &size,
                     CU_LAUNCH_PARAM_END};
    const CUfunction scale = driver.function("scale");
    check(cuLaunchKernel(scale, 1, 1, 1, count, 1, 1, 0, nullptr, nullptr, extra));
    check(cuCtxSynchronize());
    require(driver.results(driver.out)[5] == 15, "a constant that the host set");
    CUlaunchConfig config{};
    config.gridDimX = config.gridDimY = config.gridDimZ = 1;
    config.blockDimX = count;
    config.blockDimY = config.blockDimZ = 1;
    check(cuLaunchKernelEx(&config, scale, nullptr, extra));
    int launched = 0, threads = 0, blocks = 0, grid = 0;
    check(cuModuleGetGlobal(&launches, nullptr, driver.module, "launches"));
    check(cuMemcpyDtoH(&launched, launches, sizeof launched));
    require(launched == 4, "a variable that kernels counted");
    check(cuFuncGetAttribute(&threads, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, scale));
    check(cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, scale, 128, 0));
    check(cuOccupancyMaxPotentialBlockSize(&grid, &threads, scale, nullptr, 0, 0));
    require(threads >= 64 && blocks > 0 && grid > 0, "what fits on a multiprocessor");
}

void entry_points() {
    void* function = nullptr;
    CUdriverProcAddressQueryResult found{};
    check(cuGetProcAddress("cuMemAlloc", &function, 12000, 0, &found));
    require(function == reinterpret_cast<void*>(&cuMemAlloc), "cuMemAlloc_v2 by its name");
    check(cuGetProcAddress("cuMemcpyHtoD", &function, 12000,
                           CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM, &found));
    require(function != reinterpret_cast<void*>(&cuMemcpyHtoD), "its twin");
    check(cuGetProcAddress("cuMulticastCreate", &function, 12000, 0, &found));
    require(function == nullptr && found == CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND,
            "a function that is not supported");
    check(cuGetProcAddress("cuMemCreate", &function, 10010, 0, &found));
    require(function == nullptr && found == CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT,
            "a function that came later");
    const char* text = nullptr;
    check(cuGetErrorString(CUDA_ERROR_INVALID_VALUE, &text));
    require(std::strcmp(text, "invalid argument") == 0, "the text of an error");
}

const char bad_ptx[] = ".version 8.0\n.target sm_80\n.address_size 64\n"
                       ".visible .entry broken() { add.u32 %r1, %r1, 1; ret; }\n";

void mistakes(const Driver& driver) {
    CUmodule module = nullptr;
    char log[256];
    CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
    void* values[] = {log, reinterpret_cast<void*>(sizeof log)};
    require(cuModuleLoadDataEx(&module, bad_ptx, 2, options, values) == CUDA_ERROR_INVALID_PTX,
            "PTX with an undeclared register");
    require(std::strstr(log, "%r1 is not declared") != nullptr &&
                reinterpret_cast<std::size_t>(values[1]) == std::strlen(log),
            "the log of the JIT");
    const char cubin[64] = "\x7f"
                           "ELF";
    require(cuModuleLoadData(&module, cubin) == CUDA_ERROR_INVALID_IMAGE, "a cubin");
    CUmemGenericAllocationHandle handle = 0;
    CUmulticastObjectProp properties{};
    require(cuMulticastCreate(&handle, &properties) == CUDA_ERROR_NOT_SUPPORTED,
            "a function that is not supported");
    require(cuMemcpyHtoD(driver.in, nullptr, 4) == CUDA_ERROR_INVALID_VALUE, "a null pointer");
    CUfunction missing = nullptr;
    require(cuModuleGetFunction(&missing, driver.module, "missing") == CUDA_ERROR_NOT_FOUND,
            "a function that is not there");
    CUdevice second = 0;
    require(cuDeviceGet(&second, 1) == CUDA_ERROR_INVALID_DEVICE, "a second device");
    CUdeviceptr address = 0;
    require(cuMemAlloc(&address, 0) == CUDA_ERROR_INVALID_VALUE, "0 bytes");
    check(cuLaunchHostFunc(
        nullptr,
        [](void*) {
            int devices = 0;
            require(cuDeviceGetCount(&devices) == CUDA_ERROR_NOT_PERMITTED, "a host function");
        },
        nullptr));
    check(cuStreamSynchronize(nullptr));
    CUcontext none = nullptr;
    check(cuCtxPopCurrent(&none));
    require(cuMemAlloc(&address, 4) == CUDA_ERROR_INVALID_CONTEXT, "no context");
    check(cuCtxPushCurrent(none));
}

} // namespace

int main(int arguments, char** words) {
    if (arguments < 3) return 2;
    const std::string what = words[2];
    CUdeviceptr address = 0;
    if (what == "mistakes")
        require(cuMemAlloc(&address, 4) == CUDA_ERROR_NOT_INITIALIZED, "a call before cuInit");
    Driver driver(words[1]);
    if (what == "everyday") {
        devices(driver);
        contexts(driver);
        memory(driver);
        streams(driver);
        modules(driver);
        graphs(driver);
        entry_points();
    } else if (what == "race") {
        CUdeviceptr values = driver.in;
        void* parameters[] = {&values};
        check(cuLaunchKernel(driver.function("reverse"), 1, 1, 1, count, 1, 1, 0, nullptr,
                             parameters, nullptr));
        check(cuCtxSynchronize());
    } else if (what == "beyond") {
        int size = count + 1;
        void* parameters[] = {&driver.in, &driver.out, &size};
        check(cuLaunchKernel(driver.function("scale"), 1, 1, 1, size, 1, 1, 0, nullptr, parameters,
                             nullptr));
        require(cuCtxSynchronize() == CUDA_ERROR_ILLEGAL_ADDRESS, "a read beyond an array");
        std::puts("done");
        std::exit(0); // without ~Driver: the context is of no use any more
    } else {
        mistakes(driver);
    }
    std::puts("done");
    return 0;
}
