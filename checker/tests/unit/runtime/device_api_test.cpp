// Tests of the runtime API: devices, their properties and limits.
#include "api_fixture.hpp"

#include <cuda_profiler_api.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstring>
#include <fstream>
#include <thread>

using vgpu::runtime::test::Fixture;

TEST_CASE_METHOD(Fixture, "there is one device") {
    int count = 0, device = -1;
    CHECK(cudaGetDeviceCount(&count) == cudaSuccess);
    CHECK(count == 1);
    CHECK(cudaSetDevice(0) == cudaSuccess);
    CHECK(cudaSetDevice(1) == cudaErrorInvalidDevice);
    CHECK(cudaGetLastError() == cudaErrorInvalidDevice);
    CHECK(cudaGetDevice(&device) == cudaSuccess);
    CHECK(device == 0);
    CHECK(cudaGetDevice(nullptr) == cudaErrorInvalidValue);
    CHECK(cudaDeviceEnablePeerAccess(0, 0) == cudaErrorPeerAccessUnsupported);
    CHECK(cudaDeviceEnablePeerAccess(1, 0) == cudaErrorInvalidDevice);
    CHECK(cudaDeviceDisablePeerAccess(0) == cudaErrorPeerAccessNotEnabled);
}

TEST_CASE_METHOD(Fixture, "properties and attributes say the same") {
    cudaDeviceProp properties;
    REQUIRE(cudaGetDeviceProperties(&properties, 0) == cudaSuccess);
    CHECK(std::string(properties.name) == "Virtual GPU (H200)");
    const auto attribute = [](cudaDeviceAttr which) {
        int value = -1;
        CHECK(cudaDeviceGetAttribute(&value, which, 0) == cudaSuccess);
        return value;
    };
    CHECK(properties.major == attribute(cudaDevAttrComputeCapabilityMajor));
    CHECK(properties.multiProcessorCount == attribute(cudaDevAttrMultiProcessorCount));
    CHECK(properties.warpSize == 32);
    CHECK(properties.maxThreadsPerBlock == attribute(cudaDevAttrMaxThreadsPerBlock));
    CHECK(properties.sharedMemPerBlock == 48 << 10);
    int value = 0;
    CHECK(cudaDeviceGetAttribute(&value, static_cast<cudaDeviceAttr>(9999), 0) ==
          cudaErrorInvalidValue);
    CHECK(cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, 3) == cudaErrorInvalidDevice);
}

// What CUDA 12's header calls cudaGetDeviceProperties; that toolkit's struct is not at hand here.
extern "C" cudaError_t cudaGetDeviceProperties_v2(void* properties, int device);

namespace {

// Offsets that a compiler gives the fields of cudaDeviceProp in driver_types.h of CUDA 12.0
// to 12.9.
constexpr std::size_t bytes_of_properties_12 = 1032;
struct Field12 {
    std::size_t offset, bytes;
    int attribute;
};
constexpr Field12 fields_12[] = {
    {296, 8, cudaDevAttrMaxSharedMemoryPerBlock},
    {304, 4, cudaDevAttrMaxRegistersPerBlock},
    {308, 4, cudaDevAttrWarpSize},
    {312, 8, cudaDevAttrMaxPitch},
    {320, 4, cudaDevAttrMaxThreadsPerBlock},
    {332, 4, cudaDevAttrMaxBlockDimZ},
    {336, 4, cudaDevAttrMaxGridDimX},
    {344, 4, cudaDevAttrMaxGridDimZ},
    {348, 4, cudaDevAttrClockRate},
    {352, 8, cudaDevAttrTotalConstantMemory},
    {360, 4, cudaDevAttrComputeCapabilityMajor},
    {364, 4, cudaDevAttrComputeCapabilityMinor},
    {368, 8, cudaDevAttrTextureAlignment},
    {384, 4, cudaDevAttrGpuOverlap},
    {388, 4, cudaDevAttrMultiProcessorCount},
    {392, 4, cudaDevAttrKernelExecTimeout},
    {404, 4, cudaDevAttrComputeMode},
    {408, 4, cudaDevAttrMaxTexture1DWidth},
    {416, 4, cudaDevAttrMaxTexture1DLinearWidth},
    {508, 4, cudaDevAttrMaxTextureCubemapLayeredLayers},
    {564, 4, cudaDevAttrMaxSurfaceCubemapLayeredLayers},
    {568, 8, cudaDevAttrSurfaceAlignment},
    {576, 4, cudaDevAttrConcurrentKernels},
    {600, 4, cudaDevAttrAsyncEngineCount},
    {604, 4, cudaDevAttrUnifiedAddressing},
    {608, 4, cudaDevAttrMemoryClockRate},
    {612, 4, cudaDevAttrGlobalMemoryBusWidth},
    {616, 4, cudaDevAttrL2CacheSize},
    {624, 4, cudaDevAttrMaxThreadsPerMultiProcessor},
    {640, 8, cudaDevAttrMaxSharedMemoryPerMultiprocessor},
    {648, 4, cudaDevAttrMaxRegistersPerMultiprocessor},
    {652, 4, cudaDevAttrManagedMemory},
    {668, 4, cudaDevAttrSingleToDoublePrecisionPerfRatio},
    {676, 4, cudaDevAttrConcurrentManagedAccess},
    {688, 4, cudaDevAttrCooperativeLaunch},
    {696, 8, cudaDevAttrMaxSharedMemoryPerBlockOptin},
    {712, 4, cudaDevAttrMaxBlocksPerMultiprocessor},
    {720, 8, cudaDevAttrReservedSharedMemoryPerBlock},
    {728, 4, cudaDevAttrHostRegisterSupported},
    {744, 4, cudaDevAttrMemoryPoolsSupported},
    {772, 4, cudaDevAttrClusterLaunch},
};

} // namespace

TEST_CASE_METHOD(Fixture, "programs of CUDA 12 get the properties where their struct has them") {
    std::string answer(bytes_of_properties_12 + 16, '\x5a');
    REQUIRE(cudaGetDeviceProperties_v2(answer.data(), 0) == cudaSuccess);
    CHECK(std::string(answer.c_str()) == "Virtual GPU (H200)");
    CHECK(answer.substr(256, 16) == "WorkbookVirtual0");
    CHECK(answer.substr(bytes_of_properties_12) == std::string(16, '\x5a'));
    std::size_t memory = 0, total = 0, rest = 0;
    std::memcpy(&memory, &answer[288], sizeof memory);
    REQUIRE(cudaMemGetInfo(&rest, &total) == cudaSuccess);
    CHECK(memory == total);
    CHECK(rest < total); // the context has some
    for (const Field12& field : fields_12) {
        std::uint64_t known = 0;
        std::memcpy(&known, &answer[field.offset], field.bytes);
        int value = -1;
        CHECK(cudaDeviceGetAttribute(&value, static_cast<cudaDeviceAttr>(field.attribute), 0) ==
              cudaSuccess);
        INFO("offset " << field.offset);
        CHECK(known == static_cast<std::uint64_t>(value));
    }
    CHECK(cudaGetDeviceProperties_v2(nullptr, 0) == cudaErrorInvalidValue);
    CHECK(cudaGetDeviceProperties_v2(answer.data(), 1) == cudaErrorInvalidDevice);
}

TEST_CASE_METHOD(Fixture, "limits are kept, versions are CUDA's") {
    std::size_t bytes = 0;
    CHECK(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 100 << 20) == cudaSuccess);
    CHECK(cudaDeviceGetLimit(&bytes, cudaLimitMallocHeapSize) == cudaSuccess);
    CHECK(bytes == 100 << 20);
    CHECK(cudaDeviceSetLimit(cudaLimitMaxL2FetchGranularity, 129) == cudaErrorInvalidValue);
    CHECK(cudaDeviceGetLimit(&bytes, static_cast<cudaLimit>(99)) == cudaErrorUnsupportedLimit);
    int version = 0;
    CHECK(cudaRuntimeGetVersion(&version) == cudaSuccess);
    CHECK(version / 1000 == 13);
    CHECK(cudaProfilerStart() == cudaSuccess);
}

TEST_CASE_METHOD(Fixture, "streams and events are what they were created as") {
    cudaStream_t stream = nullptr;
    REQUIRE(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) == cudaSuccess);
    unsigned flags = 0;
    CHECK(cudaStreamGetFlags(stream, &flags) == cudaSuccess);
    CHECK(flags == cudaStreamNonBlocking);
    CHECK(cudaStreamQuery(stream) == cudaSuccess);
    cudaEvent_t start = nullptr, end = nullptr;
    REQUIRE(cudaEventCreate(&start) == cudaSuccess);
    REQUIRE(cudaEventCreateWithFlags(&end, cudaEventDisableTiming) == cudaSuccess);
    float milliseconds = -1;
    CHECK(cudaEventElapsedTime(&milliseconds, start, start) == cudaErrorInvalidResourceHandle);
    CHECK(cudaEventRecord(start, stream) == cudaSuccess);
    CHECK(cudaEventRecord(end, stream) == cudaSuccess);
    CHECK(cudaEventElapsedTime(&milliseconds, start, start) == cudaErrorNotReady);
    CHECK(cudaEventSynchronize(start) == cudaSuccess);
    CHECK(cudaEventElapsedTime(&milliseconds, start, start) == cudaSuccess);
    CHECK(milliseconds == 0);
    CHECK(cudaEventElapsedTime(&milliseconds, start, end) == cudaErrorInvalidResourceHandle);
    CHECK(cudaStreamWaitEvent(stream, end, 0) == cudaSuccess);
    CHECK(cudaEventDestroy(end) == cudaSuccess);
    CHECK(cudaEventDestroy(end) == cudaErrorInvalidResourceHandle);
    CHECK(cudaStreamDestroy(stream) == cudaSuccess);
    CHECK(cudaStreamSynchronize(stream) == cudaErrorInvalidResourceHandle);
}

TEST_CASE_METHOD(Fixture, "the last error is each thread's own") {
    CHECK(cudaSetDevice(5) == cudaErrorInvalidDevice);
    cudaError_t elsewhere = cudaErrorUnknown;
    std::thread([&] { elsewhere = cudaGetLastError(); }).join();
    CHECK(elsewhere == cudaSuccess);
    CHECK(cudaGetLastError() == cudaErrorInvalidDevice);
}

TEST_CASE_METHOD(Fixture, "what is missing says so") {
    cudaIpcMemHandle_t handle{};
    CHECK(cudaIpcGetMemHandle(&handle, nullptr) == cudaErrorNotSupported);
    CHECK(cudaGetLastError() == cudaErrorNotSupported);
    const auto texts = explanations();
    REQUIRE(texts.size() == 1);
    CHECK(texts[0] == "cudaIpcGetMemHandle is not supported by the virtual GPU yet");
}

// The first line of the trace of the program that misuses a device pointer.
nlohmann::json fault_of_host_access() {
    char name[] = "/tmp/workbook-host-access-XXXXXX";
    const int descriptor = mkstemp(name);
    REQUIRE(descriptor >= 0);
    const pid_t child = fork();
    if (child == 0) {
        // A fresh image, because the runtime reads its environment once.
        setenv("WORKBOOK_TRACE_FILE", name, 1);
        execl(WORKBOOK_HOST_ACCESS_PROGRAM, "host_access", nullptr);
        _exit(127);
    }
    int status = 0;
    REQUIRE(waitpid(child, &status, 0) == child);
    CHECK(status != 0); // the sanitizer's handler, to which ours passes the signal on, exits
    std::ifstream file(name);
    std::string line;
    REQUIRE(std::getline(file, line));
    close(descriptor);
    unlink(name);
    return nlohmann::json::parse(line);
}

TEST_CASE("host code that touches device memory is named and dies") {
    const auto fault = fault_of_host_access();
    CHECK(fault["kind"] == "host_access");
    CHECK(fault["allocation"] == "cudaMalloc of 4000 bytes in host_access_program.cpp:19");
    const auto detail = fault["detail"].get<std::string>();
    CHECK(detail.find("cudaMemcpy") != std::string::npos);
    CHECK(detail.find("cannot touch in host_access_program.cpp:20;") != std::string::npos);
}
