// The runtime as a program sees it: these tests link the replacement libcudart itself.
#pragma once

#include "wire/trace_source.hpp"

#include <catch2/catch_test_macros.hpp>
#include <cuda_runtime_api.h>
#include <nlohmann/json.hpp>

#include <cstdio>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace vgpu::runtime::test {

// Kernels in PTX, so that no nvcc is needed: store(pointer, value), store_wide(pointer),
// fail(), with_shared() with 1024 bytes of static shared memory.
inline constexpr const char* kernels = R"(
.version 8.0
.target sm_80
.address_size 64
.global .align 4 .u32 counter = 7;
.visible .entry store(.param .u64 pointer, .param .u32 value) {
    .reg .b64 %rd<3>;
    .reg .b32 %r<2>;
    ld.param.u64 %rd1, [pointer];
    ld.param.u32 %r1, [value];
    cvta.to.global.u64 %rd2, %rd1;
    st.global.u32 [%rd2], %r1;
    ret;
}
.visible .entry fail() {
    trap;
    ret;
}
.visible .entry with_shared() {
    .shared .align 4 .b8 tile[1024];
    .reg .b32 %r<3>;
    mov.u32 %r1, tile;
    mov.u32 %r2, 0;
    st.shared.u32 [%r1], %r2;
    ret;
}
)";

// The device begins empty and without errors, and is left so; calls are recorded.
class Fixture {
  public:
    Fixture() {
        cudaDeviceReset();
        cudaGetLastError();
        workbook_trace_begin();
    }
    ~Fixture() {
        cudaDeviceReset();
        cudaGetLastError();
    }
    Fixture(const Fixture&) = delete;
    Fixture& operator=(const Fixture&) = delete;

    static void* allocate(std::size_t bytes) {
        void* pointer = nullptr;
        REQUIRE(cudaMalloc(&pointer, bytes) == cudaSuccess);
        return pointer;
    }

    static const void* kernel(const char* name) {
        cudaLibrary_t library = nullptr;
        REQUIRE(cudaLibraryLoadData(&library, kernels, nullptr, nullptr, 0, nullptr, nullptr, 0) ==
                cudaSuccess);
        cudaKernel_t handle = nullptr;
        REQUIRE(cudaLibraryGetKernel(&handle, library, name) == cudaSuccess);
        return reinterpret_cast<const void*>(handle);
    }

    static cudaError_t store(const void* function, void* pointer, unsigned value, dim3 grid = 1,
                             dim3 block = 1, std::size_t shared_bytes = 0) {
        void* arguments[] = {&pointer, &value};
        return cudaLaunchKernel(function, grid, block, arguments, shared_bytes, nullptr);
    }

    static nlohmann::json trace() {
        std::size_t bytes = 0;
        const char* text = workbook_trace_end(&bytes);
        auto parsed = nlohmann::json::parse(std::string(text, bytes));
        workbook_trace_begin();
        return parsed;
    }

    // The explanations that were given since the last look.
    static std::vector<std::string> explanations() {
        std::vector<std::string> texts;
        const auto recorded = trace();
        for (const auto& event : recorded["events"])
            if (event["type"] == "error") texts.push_back(event["message"]);
        return texts;
    }
};

// For what makes a fault, which ends the process's use of CUDA. What is expected in it must be
// required: a check would fail unseen.
template <class Body>
void in_a_process_of_its_own(Body&& body) {
    // The runtime's own thread would not come along; the end of a recording ends it.
    Fixture::trace();
    std::fflush(nullptr);
    const pid_t child = fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        int failed = 1;
        try {
            body();
            failed = 0;
        } catch (...) { // a requirement, which Catch2 has told
        }
        std::fflush(nullptr);
        _exit(failed);
    }
    int status = -1;
    REQUIRE(waitpid(child, &status, 0) == child);
    CHECK(status == 0);
}

} // namespace vgpu::runtime::test
