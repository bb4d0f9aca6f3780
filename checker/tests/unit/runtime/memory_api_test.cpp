// Tests of the runtime API: memory and copies.
#include "api_fixture.hpp"

#include "vgpu/client/nvcc_registration.hpp"

#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include <cstring>

using Catch::Matchers::ContainsSubstring;
using vgpu::runtime::test::Fixture;

TEST_CASE_METHOD(Fixture, "memory goes up and comes back") {
    void* device = allocate(400);
    std::vector<int> out(100), back(100);
    for (int index = 0; index < 100; ++index) out[static_cast<std::size_t>(index)] = index * index;
    CHECK(cudaMemcpy(device, out.data(), 400, cudaMemcpyHostToDevice) == cudaSuccess);
    CHECK(cudaMemcpy(back.data(), device, 400, cudaMemcpyDefault) == cudaSuccess);
    CHECK(back == out);
    CHECK(cudaMemset(device, 0, 200) == cudaSuccess);
    CHECK(cudaMemcpyAsync(back.data(), device, 400, cudaMemcpyDeviceToHost, nullptr) ==
          cudaSuccess);
    CHECK(back[49] == 0);
    CHECK(back[50] == 2500);
    CHECK(cudaFree(device) == cudaSuccess);
}

TEST_CASE_METHOD(Fixture, "a range of managed memory that is too long is told from other memory") {
    void* managed = nullptr;
    REQUIRE(cudaMallocManaged(&managed, 4096) == cudaSuccess);
    void* device = allocate(4096);
    const auto advise = [](void* pointer, std::size_t bytes) {
        return cudaMemAdvise(pointer, bytes, cudaMemAdviseSetReadMostly, cudaMemLocation{});
    };
    explanations();
    CHECK(advise(managed, 4096) == cudaSuccess);
    CHECK(advise(static_cast<char*>(managed) + 96, 8000) == cudaErrorInvalidValue);
    CHECK(advise(device, 4096) == cudaErrorInvalidValue);
    CHECK(advise(managed, 0) == cudaErrorInvalidValue);
    const auto texts = explanations();
    REQUIRE(texts.size() == 3);
    CHECK_THAT(texts[0], ContainsSubstring("8000 bytes long, but the managed memory ends 4000 "
                                           "bytes behind its start"));
    CHECK_THAT(texts[1], ContainsSubstring("is not managed memory"));
    CHECK_THAT(texts[2], ContainsSubstring("is empty"));
    cudaFree(managed);
    cudaFree(device);
}

TEST_CASE_METHOD(Fixture, "copies are listed with what was asked for and what it was") {
    void* device = allocate(64);
    char host[64] = {};
    cudaMemcpy(device, host, 64, cudaMemcpyDefault);
    cudaMemcpy(host, device, 32, cudaMemcpyHostToDevice);
    cudaFree(device);
    const auto events = trace()["events"];
    REQUIRE(events.size() == 5);
    CHECK(events[0]["type"] == "allocate");
    CHECK(events[0]["bytes"] == 64);
    CHECK(events[1]["requested"] == "cudaMemcpyDefault");
    CHECK(events[1]["direction"] == "host_to_device");
    CHECK(events[1]["error"] == 0);
    CHECK(events[2]["requested"] == "cudaMemcpyHostToDevice");
    CHECK(events[2]["direction"] == "device_to_host");
    CHECK(events[2]["error"] == 1);
    CHECK(events[3]["type"] == "error");
    CHECK_THAT(events[3]["message"].get<std::string>(), ContainsSubstring("swapped"));
    CHECK(events[4]["type"] == "free");
    CHECK(events[4]["address"] == events[0]["address"]);
}

TEST_CASE_METHOD(Fixture, "the direction of a copy must fit its pointers") {
    struct Row {
        bool to_device, from_device;
        cudaMemcpyKind kind;
        cudaError_t expected;
    };
    const Row row = GENERATE(values<Row>({
        {true, false, cudaMemcpyHostToDevice, cudaSuccess},
        {false, true, cudaMemcpyHostToDevice, cudaErrorInvalidValue},
        {false, false, cudaMemcpyHostToDevice, cudaErrorInvalidValue},
        {true, true, cudaMemcpyHostToDevice, cudaSuccess}, // goes by the addresses, as on a GPU
        {false, true, cudaMemcpyDeviceToHost, cudaSuccess},
        {true, false, cudaMemcpyDeviceToHost, cudaErrorInvalidValue},
        {true, true, cudaMemcpyDeviceToDevice, cudaSuccess},
        {true, false, cudaMemcpyDeviceToDevice, cudaErrorInvalidValue},
        {false, false, cudaMemcpyHostToHost, cudaSuccess},
        {true, false, cudaMemcpyHostToHost, cudaErrorInvalidValue},
        {true, false, cudaMemcpyDefault, cudaSuccess},
        {false, false, cudaMemcpyDefault, cudaSuccess},
        {true, false, static_cast<cudaMemcpyKind>(7), cudaErrorInvalidMemcpyDirection},
    }));
    char from[16] = {}, to[16] = {};
    void* destination = row.to_device ? allocate(16) : to;
    void* source = row.from_device ? allocate(16) : from;
    CHECK(cudaMemcpy(destination, source, 16, row.kind) == row.expected);
    CHECK(cudaGetLastError() == row.expected);
    CHECK(explanations().empty() == (row.expected == cudaSuccess));
}

TEST_CASE_METHOD(Fixture, "a variable's name is not its address") {
    struct {
        int magic, version;
        const char* data;
        void* unused;
    } wrapper = {0x466243B1, 1, vgpu::runtime::test::kernels, nullptr};
    void** module = __cudaRegisterFatBinary(&wrapper);
    static char factors[16], counter[4];
    __cudaRegisterVar(module, factors, nullptr, "_ZN4mine7factorsE", 0, 16, 1, 0);
    __cudaRegisterVar(module, counter, nullptr, "_ZL7counter", 0, 4, 0, 0);
    void* device = allocate(16);
    char host[16] = {};
    explanations();
    CHECK(cudaMemcpy(factors + 8, host, 8, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
    CHECK(cudaMemcpy(host, counter, 4, cudaMemcpyDeviceToHost) == cudaErrorInvalidValue);
    CHECK(cudaMemcpy(device, factors, 16, cudaMemcpyDeviceToDevice) == cudaErrorInvalidValue);
    CHECK(cudaMemset(counter, 0, 4) == cudaErrorInvalidValue);
    CHECK(cudaMemcpy(factors + 16, host, 0, cudaMemcpyHostToDevice) == cudaSuccess);
    const auto texts = explanations();
    REQUIRE(texts.size() == 4);
    CHECK_THAT(texts[0], ContainsSubstring(
                             "its destination is the __constant__ variable mine::factors, whose "
                             "name is not its address on the device: use cudaMemcpyToSymbol, or "
                             "the address that cudaGetSymbolAddress gives"));
    CHECK_THAT(texts[1], ContainsSubstring("source is the __device__ variable counter") &&
                             ContainsSubstring("use cudaMemcpyFromSymbol"));
    CHECK_THAT(texts[2], ContainsSubstring("source is the __constant__ variable"));
    CHECK_THAT(texts[3], ContainsSubstring("cudaMemset was given the __device__ variable counter"));
    cudaFree(device);
    __cudaUnregisterFatBinary(module);
}

TEST_CASE_METHOD(Fixture, "pinned and managed memory is of both worlds") {
    void* pinned = nullptr;
    void* managed = nullptr;
    REQUIRE(cudaMallocHost(&pinned, 16) == cudaSuccess);
    REQUIRE(cudaMallocManaged(&managed, 16, cudaMemAttachGlobal) == cudaSuccess);
    std::memset(pinned, 1, 16); // host code may touch both
    std::memset(managed, 2, 16);
    void* device = allocate(16);
    CHECK(cudaMemcpy(device, pinned, 16, cudaMemcpyHostToDevice) == cudaSuccess);
    CHECK(cudaMemcpy(managed, device, 16, cudaMemcpyDeviceToHost) == cudaSuccess);
    CHECK(cudaMemcpy(managed, device, 16, cudaMemcpyDeviceToDevice) == cudaSuccess);
    CHECK(static_cast<char*>(managed)[15] == 1);

    const void* function = kernel("store");
    REQUIRE(store(function, managed, 77) == cudaSuccess);
    REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
    CHECK(*static_cast<unsigned*>(managed) == 77);

    CHECK(cudaFree(pinned) == cudaErrorInvalidValue); // cudaFreeHost frees that
    CHECK(cudaFreeHost(device) == cudaErrorInvalidValue);
    CHECK(cudaFreeHost(pinned) == cudaSuccess);
    CHECK(cudaFree(managed) == cudaSuccess);
}

TEST_CASE_METHOD(Fixture, "ranges end where their allocation ends") {
    void* device = allocate(100);
    std::vector<char> host(1000);
    CHECK(cudaMemcpy(device, host.data(), 101, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
    CHECK_THAT(explanations().at(0), ContainsSubstring("only 100 left"));
    CHECK(cudaMemcpy(static_cast<char*>(device) + 60, host.data(), 40, cudaMemcpyHostToDevice) ==
          cudaSuccess);
    CHECK(cudaMemset(device, 0, 101) == cudaErrorInvalidValue);
    CHECK(cudaMemset(host.data(), 0, 10) == cudaErrorInvalidValue);
    CHECK(cudaMemcpy(device, nullptr, 10, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
    CHECK(cudaMemcpy(device, nullptr, 0, cudaMemcpyHostToDevice) == cudaSuccess);
    CHECK(cudaMemcpy(device, host.data(), SIZE_MAX, cudaMemcpyHostToDevice) ==
          cudaErrorInvalidValue);
}

TEST_CASE_METHOD(Fixture, "rows are copied by their pitches") {
    void* device = nullptr;
    std::size_t pitch = 0;
    REQUIRE(cudaMallocPitch(&device, &pitch, 5, 3) == cudaSuccess);
    CHECK(pitch >= 5);
    CHECK(pitch % 32 == 0);
    const char from[] = "abcdefghijklmno";
    char back[15] = {};
    CHECK(cudaMemcpy2D(device, pitch, from, 5, 5, 3, cudaMemcpyHostToDevice) == cudaSuccess);
    CHECK(cudaMemset2D(device, pitch, 'x', 2, 3) == cudaSuccess);
    CHECK(cudaMemcpy2D(back, 5, device, pitch, 5, 3, cudaMemcpyDeviceToHost) == cudaSuccess);
    CHECK(std::string(back, 15) == "xxcdexxhijxxmno");
    CHECK(cudaMemcpy2D(device, 4, from, 5, 5, 3, cudaMemcpyHostToDevice) ==
          cudaErrorInvalidPitchValue);
    CHECK(cudaMemcpy2D(device, SIZE_MAX, from, 5, 5, 3, cudaMemcpyHostToDevice) ==
          cudaErrorInvalidValue);
}

TEST_CASE_METHOD(Fixture, "memory is freed once, by the pointer it came with") {
    void* device = allocate(100);
    CHECK(cudaFree(nullptr) == cudaSuccess);
    CHECK(cudaFree(static_cast<char*>(device) + 4) == cudaErrorInvalidValue);
    CHECK(cudaFree(device) == cudaSuccess);
    CHECK(cudaFree(device) == cudaErrorInvalidValue);
    int on_the_stack = 0;
    CHECK(cudaFree(&on_the_stack) == cudaErrorInvalidValue);
    const auto recorded = trace();
    REQUIRE(recorded["faults"].size() == 3);
    CHECK(recorded["faults"][0]["message"] == "Invalid pointer to free");
    CHECK(recorded["faults"][1]["message"] == "Double free");
    CHECK(recorded["faults"][1]["kind"] == "api_misuse");
    CHECK(recorded["faults"][2]["message"] == "Invalid pointer to free");
}

TEST_CASE_METHOD(Fixture, "a full device says so and goes on") {
    std::size_t free_bytes = 0, total_bytes = 0;
    REQUIRE(cudaMemGetInfo(&free_bytes, &total_bytes) == cudaSuccess);
    CHECK(free_bytes <= total_bytes);
    void* device = nullptr;
    CHECK(cudaMalloc(&device, total_bytes + 1) == cudaErrorMemoryAllocation);
    CHECK(cudaMalloc(&device, SIZE_MAX) == cudaErrorMemoryAllocation);
    CHECK(cudaGetLastError() == cudaErrorMemoryAllocation);
    CHECK(cudaMalloc(nullptr, 1) == cudaErrorInvalidValue);
    CHECK(cudaMalloc(&device, 0) == cudaSuccess);
    CHECK(device == nullptr);
    CHECK(cudaMalloc(&device, 1) == cudaSuccess);
}

TEST_CASE_METHOD(Fixture, "pointers are told apart") {
    cudaPointerAttributes attributes;
    int on_the_stack = 0;
    REQUIRE(cudaPointerGetAttributes(&attributes, &on_the_stack) == cudaSuccess);
    CHECK(attributes.type == cudaMemoryTypeUnregistered);
    void* device = allocate(64);
    REQUIRE(cudaPointerGetAttributes(&attributes, static_cast<char*>(device) + 8) == cudaSuccess);
    CHECK(attributes.type == cudaMemoryTypeDevice);
    CHECK(attributes.device == 0);
    void* pinned = nullptr;
    REQUIRE(cudaHostAlloc(&pinned, 64, cudaHostAllocMapped) == cudaSuccess);
    REQUIRE(cudaPointerGetAttributes(&attributes, pinned) == cudaSuccess);
    CHECK(attributes.type == cudaMemoryTypeHost);
    CHECK(attributes.devicePointer == pinned);
    cudaFreeHost(pinned);
}
