// What a driver says of modules, libraries, its linker and launches, used rightly and wrongly.
// Not asked is what crashes in the driver, or depends on what lies in freed memory: the virtual GPU
// answers an error there.
#include "driver_tell.hpp"

#include <cstring>

namespace {

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

constexpr Section sections[] = {
    {"modules", ask_about_modules},     {"unload_twice", ask_to_unload_twice},
    {"libraries", ask_about_libraries}, {"broken_libraries", ask_about_broken_libraries},
    {"linker", ask_about_the_linker},   {"launches", ask_about_launches},
};

} // namespace

int main(int words, char** text) { return run_sections(sections, words, text); }
