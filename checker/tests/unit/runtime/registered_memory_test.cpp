// cudaHostRegister: pages of the program that become the device's as well.
#include "api_fixture.hpp"

#include <catch2/matchers/catch_matchers_string.hpp>
#include <unistd.h>

#include <cstdlib>
#include <cstring>

using Catch::Matchers::ContainsSubstring;
using vgpu::runtime::test::Fixture;
using vgpu::runtime::test::in_a_process_of_its_own;

namespace {

class Pages : public Fixture {
  public:
    Pages() { std::memset(memory, 1, 3 * page); }
    ~Pages() {
        cudaHostUnregister(memory);
        std::free(memory);
    }
    Pages(const Pages&) = delete;
    Pages& operator=(const Pages&) = delete;

    static void* on_device(void* host) {
        void* device = nullptr;
        REQUIRE(cudaHostGetDevicePointer(&device, host, 0) == cudaSuccess);
        return device;
    }

    const std::size_t page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    char* memory = static_cast<char*>(std::aligned_alloc(page, 3 * page));
};

unsigned word_at(const char* place) {
    unsigned value = 0;
    std::memcpy(&value, place, sizeof value);
    return value;
}

} // namespace

TEST_CASE_METHOD(Pages, "a copy of memory that is registered by a part copies all of it") {
    for (std::size_t i = 0; i < 3 * page; ++i) memory[i] = static_cast<char>(i % 101);
    REQUIRE(cudaHostRegister(memory, page, cudaHostRegisterDefault) == cudaSuccess);
    void* device = allocate(3 * page);
    std::vector<char> back(3 * page);
    CHECK(cudaMemcpy(device, memory, 3 * page, cudaMemcpyHostToDevice) == cudaSuccess);
    CHECK(cudaMemcpy(back.data(), device, 3 * page, cudaMemcpyDeviceToHost) == cudaSuccess);
    CHECK(std::memcmp(back.data(), memory, 3 * page) == 0);
    std::memset(memory, 0, 3 * page);
    CHECK(cudaMemcpy(memory, device, 3 * page, cudaMemcpyDeviceToHost) == cudaSuccess);
    CHECK(std::memcmp(back.data(), memory, 3 * page) == 0);
}

TEST_CASE_METHOD(Pages, "registered memory is the program's and the device's") {
    REQUIRE(cudaHostRegister(memory, 2 * page, cudaHostRegisterDefault) == cudaSuccess);
    char* device = static_cast<char*>(on_device(memory));
    CHECK(on_device(memory + 100) == device + 100);
    const void* function = kernel("store");
    REQUIRE(store(function, device + 64, 77) == cudaSuccess);
    REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
    CHECK(word_at(memory + 64) == 77);
    CHECK(word_at(memory) == 0x01010101); // what was there before
    memory[0] = 2;
    char back = 0;
    CHECK(cudaMemcpy(&back, device, 1, cudaMemcpyDeviceToHost) == cudaSuccess);
    CHECK(back == 2);

    cudaPointerAttributes attributes{};
    REQUIRE(cudaPointerGetAttributes(&attributes, memory + 8) == cudaSuccess);
    CHECK(attributes.type == cudaMemoryTypeHost);
    CHECK(attributes.devicePointer == device + 8);
    REQUIRE(cudaPointerGetAttributes(&attributes, device + 8) == cudaSuccess);
    CHECK(attributes.type == cudaMemoryTypeHost);
    CHECK(attributes.devicePointer == device + 8);
    CHECK(attributes.hostPointer == memory + 8);
    unsigned flags = 0;
    REQUIRE(cudaHostGetFlags(&flags, memory) == cudaSuccess);
    CHECK(flags == cudaHostRegisterMapped);

    REQUIRE(cudaHostUnregister(memory) == cudaSuccess);
    CHECK(word_at(memory + 64) == 77);
    REQUIRE(cudaPointerGetAttributes(&attributes, memory) == cudaSuccess);
    CHECK(attributes.type == cudaMemoryTypeUnregistered);
    in_a_process_of_its_own([&] {
        REQUIRE(cudaHostRegister(memory, 2 * page, cudaHostRegisterDefault) == cudaSuccess);
        device = static_cast<char*>(on_device(memory));
        REQUIRE(cudaHostUnregister(memory) == cudaSuccess);
        REQUIRE(store(kernel("store"), device + 64, 1) == cudaSuccess);
        REQUIRE(cudaDeviceSynchronize() == cudaErrorIllegalAddress); // it was the device's
    });
}

TEST_CASE_METHOD(Pages, "an asynchronous copy reads registered memory when it runs") {
    void* device = allocate(4);
    REQUIRE(cudaHostRegister(memory, page, 0) == cudaSuccess);
    REQUIRE(cudaMemcpyAsync(device, memory, 4, cudaMemcpyHostToDevice, nullptr) == cudaSuccess);
    memory[0] = 5;
    REQUIRE(cudaHostUnregister(memory) == cudaSuccess); // waits for what may use it
    memory[0] = 6;
    char back[4] = {};
    REQUIRE(cudaMemcpy(back, device, 4, cudaMemcpyDeviceToHost) == cudaSuccess);
    CHECK(back[0] == 5);
}

TEST_CASE_METHOD(Pages, "ranges are registered once and unregistered by their start") {
    REQUIRE(cudaHostRegister(memory, page, cudaHostRegisterPortable) == cudaSuccess);
    explanations();
    CHECK(cudaHostRegister(memory + 16, 16, 0) == cudaErrorHostMemoryAlreadyRegistered);
    CHECK(cudaHostUnregister(memory + 16) == cudaErrorInvalidValue);
    CHECK(cudaHostUnregister(memory + 2 * page) == cudaErrorHostMemoryNotRegistered);
    CHECK(cudaFree(on_device(memory)) == cudaErrorInvalidValue);
    CHECK(explanations().size() == 4);
    CHECK(cudaHostUnregister(memory) == cudaSuccess);
    CHECK(cudaHostUnregister(memory) == cudaErrorHostMemoryNotRegistered);

    // Two ranges that share a page.
    REQUIRE(cudaHostRegister(memory, 100, 0) == cudaSuccess);
    explanations();
    CHECK(cudaHostRegister(memory + 200, 100, 0) == cudaErrorNotSupported);
    CHECK_THAT(explanations().at(0), ContainsSubstring("align both to pages"));
}

TEST_CASE_METHOD(Pages, "what cannot be registered") {
    void* pinned = nullptr;
    REQUIRE(cudaMallocHost(&pinned, 64) == cudaSuccess);
    char on_the_stack[64] = {};
    CHECK(cudaHostRegister(nullptr, 8, 0) == cudaErrorInvalidValue);
    CHECK(cudaHostRegister(memory, 0, 0) == cudaErrorInvalidValue);
    CHECK(cudaHostRegister(memory, 8, 0x800) == cudaErrorInvalidValue);
    CHECK(cudaHostRegister(allocate(64), 8, 0) == cudaErrorInvalidValue);
    CHECK(cudaHostRegister(pinned, 8, 0) == cudaErrorInvalidValue);
    explanations();
    CHECK(cudaHostRegister(on_the_stack, 64, 0) == cudaErrorNotSupported);
    CHECK_THAT(explanations().at(0), ContainsSubstring("memory of the stack"));
    CHECK(cudaHostUnregister(nullptr) == cudaErrorInvalidValue);
    void* device = nullptr;
    CHECK(cudaHostGetDevicePointer(&device, memory, 0) == cudaErrorInvalidValue);
}
