// A test is often the body of one kernel, `k(u64 out)`: one word of output for each thread.
//
// %r0 is tid.x, %rd0 is out, %rd1 the address of out[tid.x]; %r30 is the shared array `tile` of
// 4096 bytes and %r31 the address of its word tid.x. %p1 to %p19, %r1 to %r29 and %rd2 to %rd19 are
// free.
#pragma once

#include "machine.hpp"

namespace vgpu::exec::test {

inline std::string kernel_of(std::string_view body, std::string_view before = "") {
    return std::string(before) + R"(
.visible .entry k(.param .u64 out)
{
    .shared .align 4 .b8 tile[4096];
    .reg .pred %p<20>;
    .reg .b32 %r<40>;
    .reg .b64 %rd<20>;
    ld.param.u64 %rd0, [out];
    mov.u32 %r0, %tid.x;
    mul.wide.u32 %rd1, %r0, 4;
    add.s64 %rd1, %rd0, %rd1;
    mov.u32 %r30, tile;
    shl.b32 %r31, %r0, 2;
    add.s32 %r31, %r30, %r31;
)" + std::string(body) +
           "\n    ret;\n}\n";
}

// One block of the body's kernel, with what stands before it in the module.
class BodyTest {
  public:
    explicit BodyTest(std::string_view body, std::uint32_t threads = 32,
                      std::string_view before = "",
                      DeviceOptions options = {.memory_bytes = 64 << 20})
        : device_(kernel_of(body, before), options), threads_(threads),
          out_(device_.upload(std::vector<std::uint32_t>(threads, 0))) {}

    TestDevice& device() { return device_; }

    std::vector<std::uint32_t> outputs(std::uint32_t blocks = 1) {
        device_.run_well("k", grid(blocks, threads_), out_);
        return device_.download<std::uint32_t>(out_, threads_);
    }

    Fault fault(LaunchConfig config) {
        const LaunchResult result = device_.run("k", config, out_);
        REQUIRE(result.fault);
        return *result.fault;
    }
    Fault fault() { return fault(grid(1, threads_)); }
    LaunchResult run() { return device_.run("k", grid(1, threads_), out_); }

  private:
    TestDevice device_;
    std::uint32_t threads_;
    std::uint64_t out_;
};

} // namespace vgpu::exec::test
