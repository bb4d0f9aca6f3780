// Tests of vgpu/runtime/errors.hpp.
#include "vgpu/isa/address_space.hpp"
#include "vgpu/runtime/errors.hpp"

#include <catch2/catch_test_macros.hpp>

#include <dlfcn.h>

#include <string_view>

using namespace vgpu::runtime;

TEST_CASE("errors have CUDA's names and texts") {
    CHECK(std::string_view(error_name(cudaSuccess)) == "cudaSuccess");
    CHECK(std::string_view(error_text(cudaSuccess)) == "no error");
    CHECK(std::string_view(error_name(cudaErrorInvalidValue)) == "cudaErrorInvalidValue");
    CHECK(std::string_view(error_text(cudaErrorInvalidValue)) == "invalid argument");
    CHECK(std::string_view(error_name(cudaErrorUnknown)) == "cudaErrorUnknown");
    for (const int unknown : {-1, 10, 1000, 12345})
        CHECK(std::string_view(error_name(static_cast<cudaError_t>(unknown))) ==
              "unrecognized error code");
}

// As an H200 answers a child that was given its parent's shared or local memory.
TEST_CASE("a window's address in an instruction for global memory has an error of its own") {
    vgpu::exec::Fault fault;
    fault.kind = vgpu::exec::FaultKind::invalid_write;
    fault.space = vgpu::ptx::Space::global;
    fault.address = 16;
    CHECK(error_of(fault) == cudaErrorIllegalAddress);
    for (const auto& window : {vgpu::isa::shared_window, vgpu::isa::local_window}) {
        fault.address = window.to_generic(16);
        CHECK(error_of(fault) == cudaErrorInvalidAddressSpace);
    }
    fault.space = vgpu::ptx::Space::shared;
    CHECK(error_of(fault) == cudaErrorIllegalAddress);
}

// The names need no GPU, so NVIDIA's library can be asked where the toolkit is installed.
TEST_CASE("the table agrees with NVIDIA's library") {
    void* library = dlopen(WORKBOOK_CUDA_LIBRARY_DIR "/libcudart.so.13", RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) SKIP("the toolkit's libcudart.so.13 is not installed");
    using Text = const char* (*)(cudaError_t);
    const auto name = reinterpret_cast<Text>(dlsym(library, "cudaGetErrorName"));
    const auto text = reinterpret_cast<Text>(dlsym(library, "cudaGetErrorString"));
    REQUIRE(name != nullptr);
    REQUIRE(text != nullptr);
    for (int number = -1; number <= 1100; ++number) {
        const auto error = static_cast<cudaError_t>(number);
        INFO("error " << number);
        CHECK(std::string_view(error_name(error)) == name(error));
        CHECK(std::string_view(error_text(error)) == text(error));
    }
}

TEST_CASE("faults become the errors that a GPU reports") {
    using vgpu::exec::FaultKind;
    const auto error_of_kind = [](FaultKind kind) {
        vgpu::exec::Fault fault;
        fault.kind = kind;
        return error_of(fault);
    };
    CHECK(error_of_kind(FaultKind::invalid_write) == cudaErrorIllegalAddress);
    CHECK(error_of_kind(FaultKind::misaligned) == cudaErrorMisalignedAddress);
    CHECK(error_of_kind(FaultKind::assertion) == cudaErrorAssert);
    CHECK(error_of_kind(FaultKind::trap) == cudaErrorLaunchFailure);
    CHECK(error_of_kind(FaultKind::illegal_instruction) == cudaErrorIllegalInstruction);
}
