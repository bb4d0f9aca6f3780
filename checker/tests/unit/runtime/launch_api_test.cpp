// Tests of the runtime API: launches.
#include "api_fixture.hpp"
#include "container_builder.hpp"

#include "vgpu/client/nvcc_registration.hpp"

#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

using Catch::Matchers::ContainsSubstring;
using vgpu::runtime::test::Fixture;
using vgpu::runtime::test::in_a_process_of_its_own;

TEST_CASE_METHOD(Fixture, "a kernel runs and is listed with what it cost") {
    void* device = allocate(4);
    REQUIRE(store(kernel("store"), device, 42, dim3(3), dim3(64)) == cudaSuccess);
    unsigned value = 0;
    REQUIRE(cudaMemcpy(&value, device, 4, cudaMemcpyDeviceToHost) == cudaSuccess);
    CHECK(value == 42);
    nlohmann::json launch, allocation;
    const auto recorded = trace();
    for (const auto& event : recorded["events"]) {
        if (event["type"] == "launch") launch = event;
        if (event["type"] == "allocate") allocation = event;
    }
    CHECK(allocation["device"] == 0);
    CHECK(launch["device"] == 0);
    CHECK(launch["kernel"] == "store");
    CHECK(launch["grid"] == nlohmann::json::array({3, 1, 1}));
    CHECK(launch["block"] == nlohmann::json::array({64, 1, 1}));
    CHECK(launch["error"] == 0);
    CHECK(launch["counters"]["thread_instructions"] >= 3 * 64 * 4);
    CHECK(launch["counters"]["global_store_requests"] == 6);
    CHECK(launch["counters"]["warps"] == 6);
    CHECK(launch["counters"]["busiest_warp_instructions"].get<std::uint64_t>() * 6 ==
          launch["counters"]["warp_instructions"].get<std::uint64_t>());
}

TEST_CASE_METHOD(Fixture, "configurations that CUDA refuses") {
    struct Row {
        dim3 grid, block;
        std::size_t shared_bytes;
        cudaError_t expected;
    };
    const Row row = GENERATE(values<Row>({
        {1, 1024, 0, cudaSuccess},
        {1, 1025, 0, cudaErrorInvalidValue},
        {1, 2048, 0, cudaErrorInvalidValue},
        {1, dim3(32, 32, 2), 0, cudaErrorInvalidValue},
        {1, dim3(1, 1, 65), 0, cudaErrorInvalidValue},
        {0, 32, 0, cudaErrorInvalidValue},
        {1, 0, 0, cudaErrorInvalidValue},
        {dim3(1, 65536), 32, 0, cudaErrorInvalidValue},
        {dim3(1u << 31), 32, 0, cudaErrorInvalidValue},
        {1, 32, 48 << 10, cudaSuccess},
        {1, 32, (48 << 10) + 1, cudaErrorInvalidValue},
    }));
    void* device = allocate(4);
    CHECK(store(kernel("store"), device, 1, row.grid, row.block, row.shared_bytes) == row.expected);
    // Refused launches are not sticky: seen once, then gone.
    CHECK(cudaPeekAtLastError() == row.expected);
    CHECK(cudaGetLastError() == row.expected);
    CHECK(cudaGetLastError() == cudaSuccess);
    CHECK(cudaDeviceSynchronize() == cudaSuccess);
    const auto recorded = trace();
    bool listed = false;
    for (const auto& event : recorded["events"])
        listed = listed || (event["type"] == "launch" && event["error"] == row.expected);
    CHECK(listed);
}

TEST_CASE_METHOD(Fixture, "more dynamic shared memory is to be had on request") {
    const void* function = kernel("with_shared");
    CHECK(cudaLaunchKernel(function, 1, 1, nullptr, 48 << 10, nullptr) == cudaErrorInvalidValue);
    constexpr auto attribute = cudaFuncAttributeMaxDynamicSharedMemorySize;
    CHECK(cudaFuncSetAttribute(function, attribute, 227 << 10) == cudaErrorInvalidValue);
    CHECK(cudaFuncSetAttribute(function, attribute, 100 << 10) == cudaSuccess);
    CHECK(cudaLaunchKernel(function, 1, 1, nullptr, 100 << 10, nullptr) == cudaSuccess);
    cudaFuncAttributes attributes;
    REQUIRE(cudaFuncGetAttributes(&attributes, function) == cudaSuccess);
    CHECK(attributes.sharedSizeBytes == 1024);
    CHECK(attributes.maxDynamicSharedSizeBytes == 100 << 10);
    CHECK(attributes.maxThreadsPerBlock == 1024);
}

TEST_CASE_METHOD(Fixture, "static shared memory ends at 48 KiB") {
    const auto launch = [](const char* code) {
        cudaLibrary_t library = nullptr;
        cudaKernel_t handle = nullptr;
        REQUIRE(cudaLibraryLoadData(&library, code, nullptr, nullptr, 0, nullptr, nullptr, 0) ==
                cudaSuccess);
        REQUIRE(cudaLibraryGetKernel(&handle, library, "k") == cudaSuccess);
        return cudaLaunchKernel(handle, 1, 1, nullptr, 0, nullptr);
    };
    CHECK(launch(".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k() {\n"
                 ".shared .align 4 .b8 room[49152];\n.reg .b64 %p;\nmov.u64 %p, room;\nret;\n}") ==
          cudaSuccess);
    CHECK(launch(".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k() {\n"
                 ".shared .align 4 .b8 room[49156];\n.reg .b64 %p;\nmov.u64 %p, room;\nret;\n}") ==
          cudaErrorInvalidPtx);
    CHECK_THAT(explanations().at(0), ContainsSubstring("49156 bytes of static shared memory"));
}

TEST_CASE_METHOD(Fixture, "what is not a kernel or lacks its parameters is refused") {
    CHECK(cudaLaunchKernel(nullptr, 1, 1, nullptr, 0, nullptr) == cudaErrorInvalidDeviceFunction);
    int not_a_kernel = 0;
    CHECK(cudaLaunchKernel(&not_a_kernel, 1, 1, nullptr, 0, nullptr) ==
          cudaErrorInvalidResourceHandle);
    CHECK(cudaLaunchKernel(kernel("store"), 1, 1, nullptr, 0, nullptr) == cudaErrorInvalidValue);
    auto* no_stream = reinterpret_cast<cudaStream_t>(&not_a_kernel);
    CHECK(cudaLaunchKernel(kernel("fail"), 1, 1, nullptr, 0, no_stream) ==
          cudaErrorInvalidResourceHandle);
}

TEST_CASE_METHOD(Fixture, "a kernel's fault shows when the device is waited for, and stays") {
    in_a_process_of_its_own([] {
        void* device = allocate(4);
        const void* function = kernel("store");
        REQUIRE(store(function, static_cast<char*>(device) + 4, 1) == cudaSuccess);
        REQUIRE(cudaGetLastError() == cudaSuccess); // the kernel has not run yet
        void* more = nullptr;
        REQUIRE(cudaMalloc(&more, 4) == cudaSuccess);
        REQUIRE(store(function, device, 1) == cudaSuccess); // accepted, not run
        REQUIRE(cudaDeviceSynchronize() == cudaErrorIllegalAddress);

        REQUIRE(cudaMalloc(&more, 4) == cudaErrorIllegalAddress);
        REQUIRE(store(function, device, 1) == cudaErrorIllegalAddress);
        REQUIRE(cudaGetLastError() == cudaErrorIllegalAddress);
        REQUIRE(cudaGetLastError() ==
                cudaSuccess); // cleared like any other, and back with the next call
        REQUIRE(cudaFree(device) == cudaErrorIllegalAddress);
        REQUIRE(std::string(cudaGetErrorString(cudaSuccess)) == "no error");

        const auto faults = trace()["faults"];
        REQUIRE(faults.size() == 1);
        REQUIRE(faults[0]["kind"] == "invalid_write");
        REQUIRE(faults[0]["kernel"] == "store");
        REQUIRE(faults[0]["address"] == reinterpret_cast<std::uint64_t>(device) + 4);

        REQUIRE(cudaDeviceReset() == cudaSuccess);
        REQUIRE(cudaMalloc(&more, 4) == cudaErrorDevicesUnavailable);
    });
}

TEST_CASE_METHOD(Fixture, "the calls that wait for the device") {
    struct Row {
        const char* name;
        cudaError_t (*call)();
        bool waits;
    };
    static void* device = nullptr;
    static cudaEvent_t event = nullptr;
    const Row row = GENERATE(values<Row>({
        {"cudaMemcpy",
         [] {
             int h = 0;
             return cudaMemcpy(&h, device, 4, cudaMemcpyDefault);
         },
         true},
        {"cudaFree", [] { return cudaFree(device); }, true},
        {"cudaStreamSynchronize", [] { return cudaStreamSynchronize(nullptr); }, true},
        {"cudaStreamQuery, again and again",
         [] {
             REQUIRE(cudaStreamQuery(nullptr) == cudaErrorNotReady);
             REQUIRE(cudaStreamQuery(nullptr) == cudaErrorNotReady);
             return cudaStreamQuery(nullptr);
         },
         true},
        {"cudaMemcpy within the device",
         [] { return cudaMemcpy(device, device, 4, cudaMemcpyDeviceToDevice); }, false},
        {"cudaMemcpyAsync from the host",
         [] {
             int h = 0;
             return cudaMemcpyAsync(device, &h, 4, cudaMemcpyDefault, nullptr);
         },
         false},
        {"cudaEventSynchronize",
         [] {
             cudaEventRecord(event, nullptr);
             return cudaEventSynchronize(event);
         },
         true},
        {"cudaEventSynchronize, never recorded", [] { return cudaEventSynchronize(event); }, false},
        {"cudaPeekAtLastError", [] { return cudaPeekAtLastError(); }, false},
        {"cudaMemset", [] { return cudaMemset(device, 0, 4); }, false},
        {"cudaEventRecord", [] { return cudaEventRecord(event, nullptr); }, false},
    }));
    INFO(row.name);
    in_a_process_of_its_own([&] {
        device = allocate(4);
        REQUIRE(cudaEventCreate(&event) == cudaSuccess);
        REQUIRE(cudaLaunchKernel(kernel("fail"), 1, 1, nullptr, 0, nullptr) == cudaSuccess);
        REQUIRE(row.call() == (row.waits ? cudaErrorLaunchFailure : cudaSuccess));
        REQUIRE(cudaDeviceSynchronize() == cudaErrorLaunchFailure);
    });
}

TEST_CASE_METHOD(Fixture, "an access that is not aligned") {
    in_a_process_of_its_own([] {
        void* device = allocate(8);
        REQUIRE(store(kernel("store"), static_cast<char*>(device) + 1, 1) == cudaSuccess);
        REQUIRE(cudaDeviceSynchronize() == cudaErrorMisalignedAddress);
    });
}

TEST_CASE_METHOD(Fixture, "occupancy follows from threads and shared memory") {
    const void* function = kernel("with_shared");
    int blocks = 0;
    REQUIRE(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function, 1024, 0) ==
            cudaSuccess);
    CHECK(blocks == 2);
    REQUIRE(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function, 32, 0) == cudaSuccess);
    CHECK(blocks == 32);
    // 228 KiB hold four blocks of 1 KiB static, 40 KiB dynamic and 1 KiB reserved... and a fifth.
    REQUIRE(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function, 32, 40 << 10) ==
            cudaSuccess);
    CHECK(blocks == 5);
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function, 0, 0) ==
          cudaErrorInvalidValue);
}

TEST_CASE_METHOD(Fixture, "a cooperative grid must fit on the device") {
    const void* function = kernel("with_shared");
    CHECK(cudaLaunchCooperativeKernel(function, 264, 1024, nullptr, 0, nullptr) == cudaSuccess);
    CHECK(cudaLaunchCooperativeKernel(function, 265, 1024, nullptr, 0, nullptr) ==
          cudaErrorCooperativeLaunchTooLarge);
}

TEST_CASE_METHOD(Fixture, "code that cannot be loaded is refused with its reason") {
    cudaLibrary_t library = nullptr;
    const auto load = [&](const char* code) {
        return cudaLibraryLoadData(&library, code, nullptr, nullptr, 0, nullptr, nullptr, 0);
    };
    CHECK(load(".version 8.0\n.target sm_80\n.address_size 64\n.entry k() { nonsense.u32; }\n") ==
          cudaErrorInvalidPtx);
    CHECK_THAT(explanations().at(0), ContainsSubstring("nonsense"));
    CHECK(load("\177ELF") == cudaErrorInvalidKernelImage);
    REQUIRE(load(vgpu::runtime::test::kernels) == cudaSuccess);
    cudaKernel_t handle = nullptr;
    CHECK(cudaLibraryGetKernel(&handle, library, "no_such") == cudaErrorSymbolNotFound);
    unsigned count = 0;
    CHECK(cudaLibraryGetKernelCount(&count, library) == cudaSuccess);
    CHECK(count == 3);
    void* counter = nullptr;
    std::size_t bytes = 0;
    REQUIRE(cudaLibraryGetGlobal(&counter, &bytes, library, "counter") == cudaSuccess);
    CHECK(bytes == 4);
    int value = 0;
    CHECK(cudaMemcpy(&value, counter, 4, cudaMemcpyDeviceToHost) == cudaSuccess);
    CHECK(value == 7);
    CHECK(cudaLibraryUnload(library) == cudaSuccess);
    CHECK(cudaLibraryUnload(library) == cudaErrorInvalidResourceHandle);
}

TEST_CASE_METHOD(Fixture, "a kernel that cannot be loaded stands in the way of no other") {
    constexpr const char* text = R"(.version 8.0
.target sm_80
.address_size 64
.global .align 4 .u32 calls;
.entry first() { .reg .b32 %r<2>; atom.global.add.u32 %r1, [calls], 1; ret; }
.entry broken() { nonsense.u32; }
.entry last(.param .u64 out) {
    .reg .b32 %r<2>; .reg .b64 %rd<2>;
    ld.param.u64 %rd1, [out]; ld.global.u32 %r1, [calls]; st.global.u32 [%rd1], %r1; ret;
}
)";
    namespace fatbin = vgpu::runtime::fatbin::test;
    const fatbin::Bytes container = fatbin::container({fatbin::raw(text)});
    struct {
        int magic, version;
        const std::byte* data;
        void* unused;
    } wrapper = {0x466243B1, 1, container.data(), nullptr};
    void** module = __cudaRegisterFatBinary(&wrapper);
    static char first, broken, last;
    for (const auto& [host, name] :
         {std::pair{&first, "first"}, {&broken, "broken"}, {&last, "last"}})
        __cudaRegisterFunction(module, host, nullptr, name, -1, nullptr, nullptr, nullptr, nullptr,
                               nullptr);
    for (int i = 0; i < 3; ++i)
        CHECK(cudaLaunchKernel(&first, 1, 1, nullptr, 0, nullptr) == cudaSuccess);
    explanations();
    for (int i = 0; i < 2; ++i) {
        CHECK(cudaLaunchKernel(&broken, 1, 1, nullptr, 0, nullptr) == cudaErrorInvalidPtx);
        CHECK_THAT(explanations().at(0), ContainsSubstring("nonsense.u32"));
    }
    cudaGetLastError();
    // It sees what another kernel of the module has left in a variable.
    void* out = allocate(4);
    void* arguments[] = {&out};
    CHECK(cudaLaunchKernel(&last, 1, 1, arguments, 0, nullptr) == cudaSuccess);
    unsigned calls = 0;
    CHECK(cudaMemcpy(&calls, out, 4, cudaMemcpyDeviceToHost) == cudaSuccess);
    CHECK(calls == 3);
    cudaFree(out);
    __cudaUnregisterFatBinary(module);
}

TEST_CASE_METHOD(Fixture, "options that are counted have to be there when code is loaded") {
    cudaLibrary_t library = nullptr;
    const auto load = [&](unsigned jit_options, unsigned library_options) {
        return cudaLibraryLoadData(&library, vgpu::runtime::test::kernels, nullptr, nullptr,
                                   jit_options, nullptr, nullptr, library_options);
    };
    CHECK(load(1, 0) == cudaErrorInvalidValue);
    CHECK(load(~0u, 0) == cudaErrorInvalidValue);
    CHECK(load(0, 1) == cudaErrorInvalidValue); // NVIDIA's reads at a null pointer
    CHECK(cudaLibraryLoadFromFile(&library, "none.ptx", nullptr, nullptr, 1, nullptr, nullptr, 0) ==
          cudaErrorInvalidValue);
}
