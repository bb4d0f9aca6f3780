// What the CUDA runtime answers about devices, functions and libraries, one line a question. The
// answers of an H200 are in device_answers.txt and, of a pair of them, in device_pairs.txt; the
// virtual GPU must give the same.
//
//     device_answers            one device
//     device_answers SECTION    two: peers, stream, fault, first_fault, those of
//                               peer_questions.hpp and
//                               peer_order_questions.hpp; one: reset_after_fault
#include "peer_order_questions.hpp"
#include "peer_questions.hpp"
#include "tell.hpp"

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>
#include <string>
#include <vector>

namespace {

__device__ int on_device = 5;
__constant__ int constant_value = 6;
__managed__ int managed_value = 7;
__global__ void nothing() {}
__global__ void three(char a, double b, short c) {
    if (a == 77) on_device = static_cast<int>(b) + c + constant_value + managed_value;
}
__global__ void __launch_bounds__(64) at_most_64() {}
__device__ int marked = 0;
__global__ void mark(int* place) { *place = marked = 3; }
__global__ void read_at(const int* place, int* into) { *into = *place; }

const void* function(void (*kernel)()) { return reinterpret_cast<const void*>(kernel); }

std::string ptx_for(const char* target, const char* body = "") {
    return std::string(".version 7.8\n.target ") + target + "\n.address_size 64\n" +
           ".visible .global .align 4 .u32 counter = 7;\n.visible .const .align 4 .u32 fixed = 8;\n"
           ".visible .entry empty() { ret; }\n"
           ".visible .entry other(.param .u32 x) { ret; }\n" +
           body;
}

cudaError_t load(cudaLibrary_t& library, const void* code) {
    return cudaLibraryLoadData(&library, code, nullptr, nullptr, 0, nullptr, nullptr, 0);
}

void ask_about_devices() {
    int value = -7;
    tell("cudaSetDevice(-1)", cudaSetDevice(-1));
    tell("cudaSetDevice(99)", cudaSetDevice(99));
    tell("cudaInitDevice(0, 0, 0)", cudaInitDevice(0, 0, 0));
    tell("cudaInitDevice(99, 0, 0)", cudaInitDevice(99, 0, 0));
    tell("cudaSetDeviceFlags(spin)", cudaSetDeviceFlags(cudaDeviceScheduleSpin));
    unsigned flags = 0;
    tell("cudaGetDeviceFlags", cudaGetDeviceFlags(&flags), flags);
    tell("cudaSetDeviceFlags(1 << 20)", cudaSetDeviceFlags(1u << 20));
    tell("cudaSetDeviceFlags(0)", cudaSetDeviceFlags(0));
    int list[] = {0, 99};
    tell("cudaSetValidDevices({0}, 1)", cudaSetValidDevices(list, 1));
    tell("cudaSetValidDevices({0, 99}, 2)", cudaSetValidDevices(list, 2));
    tell("cudaSetValidDevices(null, 0)", cudaSetValidDevices(nullptr, 0));
    cudaDeviceProp wanted{};
    tell("cudaChooseDevice(any)", cudaChooseDevice(&value, &wanted), value);
    wanted.major = 99;
    tell("cudaChooseDevice(99.0)", cudaChooseDevice(&value, &wanted), value);
    tell("cudaDeviceGetByPCIBusId(nonsense)", cudaDeviceGetByPCIBusId(&value, "nonsense"));
    tell("cudaDeviceGetByPCIBusId(ffff:ff:1f.0)", cudaDeviceGetByPCIBusId(&value, "ffff:ff:1f.0"));
    char id[32] = {};
    tell("cudaDeviceGetPCIBusId", cudaDeviceGetPCIBusId(id, sizeof id, 0));
    tell("cudaDeviceGetByPCIBusId(its own)", cudaDeviceGetByPCIBusId(&value, id), value);
    tell("cudaDeviceGetPCIBusId, 4 characters", cudaDeviceGetPCIBusId(id, 4, 0));
    tell("cudaDeviceCanAccessPeer(0, 0)", cudaDeviceCanAccessPeer(&value, 0, 0), value);
    tell("cudaDeviceCanAccessPeer(0, 99)", cudaDeviceCanAccessPeer(&value, 0, 99));
    tell("cudaDeviceEnablePeerAccess(0)", cudaDeviceEnablePeerAccess(0, 0));
    tell("cudaDeviceEnablePeerAccess(99)", cudaDeviceEnablePeerAccess(99, 0));
    tell("cudaDeviceDisablePeerAccess(0)", cudaDeviceDisablePeerAccess(0));
    tell("cudaDeviceGetP2PAttribute(access, 0, 0)",
         cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrAccessSupported, 0, 0), value);
    void *from = nullptr, *to = nullptr;
    cudaMalloc(&from, 256);
    cudaMalloc(&to, 256);
    tell("cudaMemcpyPeer on one device", cudaMemcpyPeer(to, 0, from, 0, 256));
    tell("cudaMemcpyPeer to 99", cudaMemcpyPeer(to, 99, from, 0, 256));
    size_t width = 0;
    const cudaChannelFormatDesc floats =
        cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat);
    tell("cudaDeviceGetTexture1DLinearMaxWidth(float)",
         cudaDeviceGetTexture1DLinearMaxWidth(&width, &floats, 0), width);
    const cudaChannelFormatDesc bytes =
        cudaCreateChannelDesc(8, 0, 0, 0, cudaChannelFormatKindUnsigned);
    tell("cudaDeviceGetTexture1DLinearMaxWidth(uchar)",
         cudaDeviceGetTexture1DLinearMaxWidth(&width, &bytes, 0), width);
    const cudaChannelFormatDesc fours =
        cudaCreateChannelDesc(32, 32, 32, 32, cudaChannelFormatKindFloat);
    tell("cudaDeviceGetTexture1DLinearMaxWidth(float4)",
         cudaDeviceGetTexture1DLinearMaxWidth(&width, &fours, 0), width);
    tell("cudaDeviceSetCacheConfig(99)", cudaDeviceSetCacheConfig(static_cast<cudaFuncCache>(99)));
    tell("cudaDeviceFlushGPUDirectRDMAWrites",
         cudaDeviceFlushGPUDirectRDMAWrites(cudaFlushGPUDirectRDMAWritesTargetCurrentDevice,
                                            cudaFlushGPUDirectRDMAWritesToOwner));
    tell("cudaCtxResetPersistingL2Cache", cudaCtxResetPersistingL2Cache());
    int version = 0;
    tell("cudaDriverGetVersion(null)", cudaDriverGetVersion(nullptr));
    tell("cudaRuntimeGetVersion", cudaRuntimeGetVersion(&version), version);
}

void ask_about_functions() {
    const auto set = [](const void* kernel, int attribute, int value) {
        return cudaFuncSetAttribute(kernel, static_cast<cudaFuncAttribute>(attribute), value);
    };
    int local = 0;
    cudaFuncAttributes known;
    tell("cudaFuncGetAttributes of a host address", cudaFuncGetAttributes(&known, &local));
    tell("cudaFuncGetAttributes of null",
         cudaFuncGetAttributes(&known, static_cast<const void*>(nullptr)));
    tell("cudaFuncGetAttributes into null", cudaFuncGetAttributes(nullptr, function(nothing)));
    for (int attribute = 0; attribute <= 16; ++attribute)
        for (const int value : {-1, 0, 1, 101, 232448, 232449}) {
            const std::string question =
                "attribute " + std::to_string(attribute) + " = " + std::to_string(value);
            tell(question.c_str(), set(function(nothing), attribute, value));
        }
    tell("cudaFuncSetCacheConfig(99)",
         cudaFuncSetCacheConfig(function(nothing), static_cast<cudaFuncCache>(99)));
    const char* text = nullptr;
    tell("cudaFuncGetName", cudaFuncGetName(&text, function(at_most_64)));
    tell("cudaFuncGetName of a host address", cudaFuncGetName(&text, &local));
    const void* taking_three = reinterpret_cast<const void*>(three);
    for (size_t index = 0; index < 4; ++index) {
        size_t offset = 99, bytes = 99;
        const std::string question = "cudaFuncGetParamInfo " + std::to_string(index);
        const cudaError_t error = cudaFuncGetParamInfo(taking_three, index, &offset, &bytes);
        tell((question + " offset").c_str(), error, offset);
        tell((question + " bytes").c_str(), error, bytes);
    }
    cudaKernel_t kernel = nullptr;
    tell("cudaGetKernel", cudaGetKernel(&kernel, function(nothing)));
    tell("cudaGetKernel of a host address", cudaGetKernel(&kernel, &local));
    cudaFunction_t by_symbol = nullptr;
    tell("cudaGetFuncBySymbol", cudaGetFuncBySymbol(&by_symbol, function(nothing)));
    cudaGetKernel(&kernel, function(nothing));
    tell("cudaKernelSetAttributeForDevice",
         cudaKernelSetAttributeForDevice(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 1000,
                                         0));
    tell("cudaKernelSetAttributeForDevice(99)",
         cudaKernelSetAttributeForDevice(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 1000,
                                         99));
    int blocks = -1;
    tell("occupancy of 0 threads",
         cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, nothing, 0, 0), blocks);
    tell("occupancy of -1 threads",
         cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, nothing, -1, 0), blocks);
    tell("occupancy of 2000 threads",
         cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, nothing, 2000, 0), blocks);
    tell("occupancy of 65 of 64 threads",
         cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, at_most_64, 65, 0), blocks);
    tell("occupancy with flags 8",
         cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, nothing, 32, 0, 8),
         blocks);
    tell("occupancy into null",
         cudaOccupancyMaxActiveBlocksPerMultiprocessor(nullptr, nothing, 32, 0));
}

cudaError_t launch_with(cudaLaunchAttributeID id, void (*fill)(cudaLaunchAttributeValue&),
                        dim3 grid = 4) {
    cudaLaunchAttribute attribute;
    std::memset(&attribute, 0, sizeof attribute);
    attribute.id = id;
    if (fill != nullptr) fill(attribute.val);
    cudaLaunchConfig_t config{};
    config.gridDim = grid;
    config.blockDim = 32;
    config.attrs = &attribute;
    config.numAttrs = 1;
    void* no_arguments[1] = {};
    return cudaLaunchKernelExC(&config, function(nothing), no_arguments);
}

void ask_about_launches() {
    using Value = cudaLaunchAttributeValue;
    tell("attribute: cluster 1", launch_with(cudaLaunchAttributeClusterDimension, [](Value& v) {
             v.clusterDim.x = v.clusterDim.y = v.clusterDim.z = 1;
         }));
    tell("attribute: cluster 0", launch_with(cudaLaunchAttributeClusterDimension, nullptr));
    tell("attribute: cluster 3 of 4 blocks",
         launch_with(cudaLaunchAttributeClusterDimension, [](Value& v) {
             v.clusterDim.x = 3;
             v.clusterDim.y = v.clusterDim.z = 1;
         }));
    tell("attribute: cooperative",
         launch_with(cudaLaunchAttributeCooperative, [](Value& v) { v.cooperative = 1; }));
    tell("attribute: cooperative, 100000 blocks",
         launch_with(
             cudaLaunchAttributeCooperative, [](Value& v) { v.cooperative = 1; }, 100000));
    tell("attribute: priority -1",
         launch_with(cudaLaunchAttributePriority, [](Value& v) { v.priority = -1; }));
    tell("attribute: priority 99",
         launch_with(cudaLaunchAttributePriority, [](Value& v) { v.priority = 99; }));
    tell("attribute: programmatic serialization",
         launch_with(cudaLaunchAttributeProgrammaticStreamSerialization,
                     [](Value& v) { v.programmaticStreamSerializationAllowed = 1; }));
    tell("attribute: ignore", launch_with(cudaLaunchAttributeIgnore, nullptr));
    tell("attribute: 99", launch_with(static_cast<cudaLaunchAttributeID>(99), nullptr));
    tell("attribute: carve-out 50", launch_with(cudaLaunchAttributePreferredSharedMemoryCarveout,
                                                [](Value& v) { v.sharedMemCarveout = 50; }));
    tell("attribute: carve-out 500", launch_with(cudaLaunchAttributePreferredSharedMemoryCarveout,
                                                 [](Value& v) { v.sharedMemCarveout = 500; }));
    tell("synchronise", cudaDeviceSynchronize());
}

void ask_about_libraries() {
    cudaLibrary_t library = nullptr;
    tell("library: empty text", load(library, ""));
    tell("library: no PTX", load(library, "this is not PTX"));
    tell("library: a syntax error", load(library, ptx_for("sm_75", "nonsense").c_str()));
    tell("library: sm_120", load(library, ptx_for("sm_120").c_str()));
    tell("library: sm_90a", load(library, ptx_for("sm_90a").c_str()));
    tell("library: a file that is not there",
         cudaLibraryLoadFromFile(&library, "/nonexistent.ptx", nullptr, nullptr, 0, nullptr,
                                 nullptr, 0));
    tell("library: sm_75", load(library, ptx_for("sm_75").c_str()));
    cudaKernel_t kernel = nullptr;
    tell("kernel empty", cudaLibraryGetKernel(&kernel, library, "empty"));
    void* no_arguments[1] = {};
    tell("launch it",
         cudaLaunchKernel(reinterpret_cast<const void*>(kernel), 1, 32, no_arguments, 0, nullptr));
    tell("kernel absent", cudaLibraryGetKernel(&kernel, library, "absent"));
    unsigned count = 0;
    tell("cudaLibraryGetKernelCount", cudaLibraryGetKernelCount(&count, library), count);
    std::vector<cudaKernel_t> kernels(8);
    tell("cudaLibraryEnumerateKernels, 1 of them",
         cudaLibraryEnumerateKernels(kernels.data(), 1, library));
    void* address = nullptr;
    size_t bytes = 0;
    tell("global counter", cudaLibraryGetGlobal(&address, &bytes, library, "counter"), bytes);
    tell("global counter, no size wanted",
         cudaLibraryGetGlobal(&address, nullptr, library, "counter"));
    tell("global fixed", cudaLibraryGetGlobal(&address, &bytes, library, "fixed"), bytes);
    tell("global absent", cudaLibraryGetGlobal(&address, &bytes, library, "absent"));
    tell("managed counter", cudaLibraryGetManaged(&address, &bytes, library, "counter"));
    tell("managed absent", cudaLibraryGetManaged(&address, &bytes, library, "absent"));
    tell("unified function absent", cudaLibraryGetUnifiedFunction(&address, library, "absent"));
    tell("unload", cudaLibraryUnload(library));
    void* entry = nullptr;
    cudaDriverEntryPointQueryResult result = cudaDriverEntryPointSuccess;
    tell("cudaGetDriverEntryPointByVersion(cuNoSuchThing)",
         cudaGetDriverEntryPointByVersion("cuNoSuchThing", &entry, 13000, cudaEnableDefault,
                                          &result),
         result);
    tell("synchronise", cudaDeviceSynchronize());
}

void ask_about_peers() {
    int count = 0, can = -1;
    tell("devices", cudaGetDeviceCount(&count), count);
    if (count < 2) return;
    tell("cudaDeviceCanAccessPeer(0, 1)", cudaDeviceCanAccessPeer(&can, 0, 1), can);
    int *here = nullptr, *there = nullptr, *result = nullptr;
    cudaSetDevice(1);
    cudaMalloc(&there, 1024);
    int value = 41;
    cudaMemcpy(there, &value, sizeof value, cudaMemcpyHostToDevice);
    cudaStream_t theirs = nullptr;
    cudaEvent_t their_event = nullptr, timed = nullptr;
    cudaStreamCreate(&theirs);
    cudaEventCreate(&their_event);
    tell("cudaEventRecord on its device", cudaEventRecord(their_event, theirs));
    cudaSetDevice(0);
    cudaMalloc(&here, 1024);
    cudaMalloc(&result, 1024);
    cudaEventCreate(&timed);
    cudaPointerAttributes attributes;
    tell("cudaPointerGetAttributes of the other's", cudaPointerGetAttributes(&attributes, there),
         attributes.device);
    tell("cudaMemcpyPeer", cudaMemcpyPeer(here, 0, there, 1, sizeof value));
    value = 0;
    cudaMemcpy(&value, here, sizeof value, cudaMemcpyDeviceToHost);
    tell("  what came", cudaSuccess, value);
    tell("cudaMemcpy default between devices",
         cudaMemcpy(here, there, sizeof value, cudaMemcpyDefault));
    tell("cudaMemcpy device to device between devices",
         cudaMemcpy(here, there, sizeof value, cudaMemcpyDeviceToDevice));
    tell("cudaMemcpyPeer, the devices swapped", cudaMemcpyPeer(here, 1, there, 0, sizeof value));
    tell("cudaMemset of the other's", cudaMemset(there, 0, 4));
    tell("launch into the other's stream", (nothing<<<1, 32, 0, theirs>>>(), cudaGetLastError()));
    tell("copy in the other's stream", cudaMemcpyAsync(here, result, 4, cudaMemcpyDefault, theirs));
    tell("cudaStreamSynchronize of the other's", cudaStreamSynchronize(theirs));
    tell("cudaStreamQuery of the other's", cudaStreamQuery(theirs));
    int device = -1;
    tell("cudaStreamGetDevice of the other's", cudaStreamGetDevice(theirs, &device), device);
    tell("cudaEventRecord of our event in its stream", cudaEventRecord(timed, theirs));
    tell("cudaEventRecord of its event in our stream", cudaEventRecord(their_event, nullptr));
    tell("cudaStreamWaitEvent across devices", cudaStreamWaitEvent(nullptr, their_event, 0));
    tell("cudaEventSynchronize of its event", cudaEventSynchronize(their_event));
    tell("cudaFuncGetAttributes on device 0", [] {
        cudaFuncAttributes known;
        return cudaFuncGetAttributes(&known, nothing);
    }());
    tell("cudaDeviceDisablePeerAccess before", cudaDeviceDisablePeerAccess(1));
    tell("cudaDeviceEnablePeerAccess, flags 1", cudaDeviceEnablePeerAccess(1, 1));
    tell("cudaDeviceEnablePeerAccess", cudaDeviceEnablePeerAccess(1, 0));
    tell("cudaDeviceEnablePeerAccess again", cudaDeviceEnablePeerAccess(1, 0));
    cudaMemcpy(there, &value, sizeof value, cudaMemcpyDefault);
    read_at<<<1, 1>>>(there, result);
    tell("kernel reads the peer's memory", cudaDeviceSynchronize());
    int back = 0;
    cudaMemcpy(&back, result, sizeof back, cudaMemcpyDefault);
    tell("  what it read", cudaSuccess, back);
    tell("cudaDeviceDisablePeerAccess", cudaDeviceDisablePeerAccess(1));
    tell("cudaDeviceDisablePeerAccess again", cudaDeviceDisablePeerAccess(1));
    tell("cudaFree of the other's", cudaFree(there));
    tell("cudaStreamDestroy of the other's", cudaStreamDestroy(theirs));
    cudaSetDevice(1);
    cudaMalloc(&there, 1024);
    cudaSetDevice(0);
    read_at<<<1, 1>>>(there, result);
    tell("kernel reads memory of a device that is no peer", cudaDeviceSynchronize());
    tell("  and then", cudaDeviceSynchronize());
    cudaSetDevice(1);
    tell("  on the other device", cudaDeviceSynchronize());
    tell("cudaDeviceReset of the other", cudaDeviceReset());
}

// Which device runs a kernel that is launched into another device's stream: the memory and the
// variable are the stream's device's, and there is no peer access.
void ask_about_the_others_stream() {
    int *there = nullptr, value = 0;
    cudaStream_t theirs = nullptr;
    cudaSetDevice(1);
    cudaMalloc(&there, 1024);
    cudaMemset(there, 0, 1024);
    cudaDeviceSynchronize();
    cudaStreamCreate(&theirs);
    cudaSetDevice(0);
    tell("launch into the other's stream", (mark<<<1, 1, 0, theirs>>>(there), cudaGetLastError()));
    tell("cudaStreamSynchronize of it", cudaStreamSynchronize(theirs));
    tell("what is in the other's memory",
         cudaMemcpy(&value, there, sizeof value, cudaMemcpyDefault), value);
    tell("the variable of device 0", cudaMemcpyFromSymbol(&value, marked, sizeof value), value);
    cudaSetDevice(1);
    tell("the variable of device 1", cudaMemcpyFromSymbol(&value, marked, sizeof value), value);
    cudaStream_t own = nullptr;
    cudaStreamCreate(&own);
    cudaSetDevice(0);
    void* arguments[] = {&there};
    tell("cudaLaunchKernel into it",
         cudaLaunchKernel(reinterpret_cast<void*>(mark), 1, 1, arguments, 0, own));
    tell("cudaStreamSynchronize of it", cudaStreamSynchronize(own));
    tell("cudaMemsetAsync of our memory in it", cudaMemsetAsync(there, 0, 4, own));
    tell("cudaMallocAsync in it", cudaMallocAsync(&there, 64, own));
    tell("cudaLaunchHostFunc in it", cudaLaunchHostFunc(
                                         own, [](void*) {}, nullptr));
    tell("cudaDeviceSynchronize", cudaDeviceSynchronize());
}

// A fault of device 0, and what device 1 answers then.
void ask_about_a_fault(bool used_before) {
    int *result = nullptr, *there = nullptr, value = 0;
    if (used_before) {
        cudaSetDevice(1);
        cudaMalloc(&there, 1024);
        nothing<<<1, 32>>>();
        tell("device 1 before", cudaDeviceSynchronize());
    }
    cudaSetDevice(0);
    cudaMalloc(&result, 1024);
    read_at<<<1, 1>>>(nullptr, result);
    tell("fault of device 0", cudaDeviceSynchronize());
    tell("  its next call", cudaDeviceSynchronize());
    tell("cudaSetDevice(1)", cudaSetDevice(1));
    tell("  cudaDeviceSynchronize", cudaDeviceSynchronize());
    tell("  launch", (nothing<<<1, 32>>>(), cudaGetLastError()));
    tell("  cudaMalloc", cudaMalloc(&there, 1024));
    tell("  cudaMemcpy", cudaMemcpy(&value, there, sizeof value, cudaMemcpyDefault));
    tell("  cudaFree", cudaFree(there));
    tell("  cudaStreamSynchronize", cudaStreamSynchronize(nullptr));
    tell("  cudaDeviceReset of it", cudaDeviceReset());
    tell("  cudaDeviceSynchronize then", cudaDeviceSynchronize());
    tell("cudaSetDevice(0)", cudaSetDevice(0));
    tell("  cudaDeviceSynchronize", cudaDeviceSynchronize());
    tell("  cudaDeviceReset of it", cudaDeviceReset());
    tell("  cudaDeviceSynchronize then", cudaDeviceSynchronize());
}

void ask_about_a_reset_after_a_fault() {
    int* result = nullptr;
    cudaMalloc(&result, 1024);
    read_at<<<1, 1>>>(nullptr, result);
    tell("fault", cudaDeviceSynchronize());
    tell("cudaSetDevice(0)", cudaSetDevice(0));
    tell("cudaDeviceSynchronize", cudaDeviceSynchronize());
    tell("cudaDeviceReset", cudaDeviceReset());
    tell("cudaDeviceSynchronize then", cudaDeviceSynchronize());
    tell("cudaSetDevice(0) then", cudaSetDevice(0));
    tell("cudaMalloc then", cudaMalloc(&result, 1024));
    tell("cudaDeviceReset again", cudaDeviceReset());
    tell("cudaMalloc then", cudaMalloc(&result, 1024));
}

} // namespace

int main(int count, char** arguments) {
    std::setvbuf(stdout, nullptr, _IOLBF, 0); // should a question end the program
    const std::string section = count > 1 ? arguments[1] : "";
    if (!section.empty()) {
        if (section == "peers") ask_about_peers();
        if (section == "stream") ask_about_the_others_stream();
        if (section == "fault") ask_about_a_fault(true);
        if (section == "first_fault") ask_about_a_fault(false);
        if (section == "reset_after_fault") ask_about_a_reset_after_a_fault();
        peers::ask_about_order(section);
        peers::ask(section);
        return 0;
    }
    ask_about_devices();
    ask_about_functions();
    ask_about_launches();
    ask_about_libraries();
    return 0;
}
