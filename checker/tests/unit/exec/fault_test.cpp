// What a kernel does wrong, in compute-sanitizer's words.
#include "machine.hpp"

#include <fmt/format.h>

using namespace vgpu::exec;
using namespace vgpu::exec::test;

namespace {

constexpr std::string_view module_text = R"(
.file 1 "oob.cu"
.global .align 4 .u32 numbers[4];
.shared .align 4 .b8 tile[128];

.visible .entry write_at(.param .u64 where, .param .u32 stride)
{
    .reg .b32 %r<4>;
    .reg .b64 %rd<4>;
    ld.param.u64 %rd0, [where];
    ld.param.u32 %r1, [stride];
    mov.u32 %r0, %tid.x;
    mul.wide.u32 %rd1, %r0, %r1;
    add.s64 %rd0, %rd0, %rd1;
    .loc 1 34 5
    st.global.u32 [%rd0], %r0;
    ret;
}
.visible .entry read_at(.param .u64 where, .param .u32 stride)
{
    .reg .b32 %r<8>;
    .reg .b64 %rd<4>;
    ld.param.u64 %rd0, [where];
    ld.param.u32 %r1, [stride];
    mov.u32 %r0, %tid.x;
    mul.wide.u32 %rd1, %r0, %r1;
    add.s64 %rd0, %rd0, %rd1;
    ld.v4.u32 {%r2, %r3, %r4, %r5}, [%rd0];
    ret;
}
.visible .entry add_at(.param .u64 where, .param .u32 stride)
{
    .reg .b32 %r<4>;
    .reg .b64 %rd<4>;
    ld.param.u64 %rd0, [where];
    mov.u32 %r0, %tid.x;
    red.global.add.u32 [%rd0], %r0;
    ret;
}
.visible .entry shared_at(.param .u64 where, .param .u32 stride)
{
    .reg .b32 %r<4>;
    .reg .b64 %rd<4>;
    ld.param.u32 %r1, [stride];
    mov.u32 %r0, %tid.x;
    mul.lo.s32 %r1, %r1, %r0;
    mov.u32 %r2, tile;
    add.s32 %r1, %r1, %r2;
    ld.shared.u32 %r3, [%r1];
    ret;
}
.visible .entry local_at(.param .u64 where, .param .u32 stride)
{
    .local .align 4 .b8 depot[16];
    .reg .b32 %r<4>;
    .reg .b64 %rd<4>;
    ld.param.u64 %rd0, [where];
    mov.u64 %rd1, depot;
    cvta.local.u64 %rd1, %rd1;
    add.s64 %rd1, %rd1, %rd0;
    st.u32 [%rd1], 5;
    ret;
}
.visible .entry numbers_at(.param .u64 where, .param .u32 stride)
{
    .reg .b64 %rd<4>;
    ld.param.u64 %rd0, [where];
    mov.u64 %rd1, numbers;
    add.s64 %rd1, %rd1, %rd0;
    st.global.u32 [%rd1], 5;
    ret;
}
.visible .entry stop(.param .u64 where, .param .u32 stride)
{
    trap;
}
)";

Fault fault_of(TestDevice& device, std::string_view kernel, std::uint64_t where,
               std::uint32_t stride, LaunchConfig config = grid(1, 32)) {
    const auto result = device.run(kernel, config, where, stride);
    REQUIRE(result.fault);
    return *result.fault;
}

} // namespace

TEST_CASE("the first lane that is wrong is named, with its line") {
    TestDevice device(module_text);
    const auto buffer = device.upload(std::vector<std::uint32_t>(40, 0));
    const Fault fault = fault_of(device, "write_at", buffer, 4, grid(1, 64));
    CHECK(fault.detail ==
          fmt::format("Address {:#x} is out of bounds and is 1 bytes after the nearest "
                      "allocation at {:#x} of size 160 bytes",
                      buffer + 160, buffer));
    CHECK(fault.address == buffer + 160);
    CHECK(fault.kind == FaultKind::invalid_write);
    CHECK(fault.tool == Tool::memcheck);
    CHECK(fault.space == vgpu::ptx::Space::global);
    CHECK(fault.size == 4);
    CHECK(fault.allocation == "cudaMalloc of 160 bytes");
    CHECK(fault.message == "Invalid __global__ write of size 4 bytes");
    CHECK(fault.site.kernel == "write_at");
    CHECK(fault.site.thread == Dim3{40, 0, 0});
    CHECK(fault.site.instruction == "st.global.u32 [%rd0], %r0;");
    REQUIRE(fault.site.frames.size() == 1);
    CHECK(fault.site.frames[0].file == "oob.cu");
    CHECK(fault.site.frames[0].line == 34);
    const Fault in_3d =
        fault_of(device, "write_at", buffer, 4, {.grid = {2, 3, 1}, .block = {41, 2, 2}});
    CHECK(in_3d.site.thread == Dim3{40, 0, 0});
    CHECK(in_3d.site.block == Dim3{0, 0, 0});
    // Lanes of the same warp that were right have not written either: the launch stopped there.
    CHECK(device.download<std::uint32_t>(buffer, 40)[39] == 0);
    CHECK(device.download<std::uint32_t>(buffer, 40)[31] == 31);
}

TEST_CASE("before, across the end, null, freed, host memory") {
    TestDevice device(module_text);
    const auto buffer = device.upload(std::vector<std::uint32_t>(40, 0));
    CHECK(fault_of(device, "write_at", buffer - 8, 4).detail ==
          fmt::format(
              "Address {:#x} is out of bounds and is 8 bytes before the nearest allocation at "
              "{:#x} of size 160 bytes",
              buffer - 8, buffer));

    const auto odd = *device->memory().allocate(10, "cudaMalloc");
    CHECK(fault_of(device, "write_at", odd + 8, 0).detail ==
          fmt::format(
              "Address {:#x} is out of bounds and reaches 2 bytes beyond the end of the nearest "
              "allocation at {:#x} of size 10 bytes",
              odd + 8, odd));

    const Fault null = fault_of(device, "read_at", 0, 0);
    CHECK(null.kind == FaultKind::invalid_read);
    CHECK(null.message == "Invalid __global__ read of size 16 bytes");
    CHECK(null.detail == "Address 0x0 is out of bounds: it is a null pointer");
    CHECK(fault_of(device, "read_at", 64, 0).detail ==
          "Address 0x40 is out of bounds: it is an offset from a null pointer");

    const auto gone = device.upload(std::vector<std::uint32_t>(16, 0));
    device.run_well("write_at", grid(1, 1), gone, 4u);
    device->memory().free(gone);
    const Fault freed = fault_of(device, "write_at", gone + 4, 0);
    CHECK(freed.detail ==
          fmt::format("Address {:#x} is out of bounds and was freed: it lies 4 bytes "
                      "into the allocation at {:#x} of size 64 bytes that has been freed",
                      gone + 4, gone));
    CHECK(freed.allocation == "cudaMalloc of 64 bytes");

    std::vector<std::uint32_t> on_host(64, 0);
    const auto host = reinterpret_cast<std::uint64_t>(on_host.data());
    device->set_host_memory([&](std::uint64_t address) {
        return address - host < 256 ? std::string("the host's heap") : std::string();
    });
    CHECK(fault_of(device, "write_at", host, 4).detail ==
          fmt::format(
              "Address {:#x} is a host address: the kernel was given a pointer to host memory; "
              "copy the data to device memory and pass that pointer (it points to the host's heap)",
              host));
    CHECK(fault_of(device, "read_at", ~0ull - 15, 0).detail.ends_with("from a null pointer"));
    CHECK(on_host[1] == 0);
}

TEST_CASE("misaligned") {
    TestDevice device(module_text);
    const auto buffer = device.upload(std::vector<std::uint32_t>(400, 0));
    const Fault write = fault_of(device, "write_at", buffer, 6);
    CHECK(write.kind == FaultKind::misaligned);
    CHECK(write.message == "Invalid __global__ write of size 4 bytes");
    CHECK(write.detail == fmt::format("Address {:#x} is misaligned", buffer + 6));
    CHECK(write.site.thread == Dim3{1, 0, 0});
    const Fault read = fault_of(device, "read_at", buffer + 8, 16);
    CHECK(read.detail == fmt::format("Address {:#x} is misaligned", buffer + 8));
    CHECK(read.allocation == "cudaMalloc of 1600 bytes");
    CHECK(read.offset == 8);
}

TEST_CASE("lanes in different allocations are no fault") {
    TestDevice device(module_text);
    const auto first = device.upload(std::vector<std::uint32_t>(1, 0));
    const auto second = device.upload(std::vector<std::uint32_t>(1, 0));
    device.run_well("write_at", grid(1, 2), first, static_cast<std::uint32_t>(second - first));
    CHECK(device.download<std::uint32_t>(second, 1)[0] == 1);
}

TEST_CASE("an atomic") {
    TestDevice device(module_text);
    const auto buffer = device.upload(std::vector<std::uint32_t>(4, 0));
    const Fault fault = fault_of(device, "add_at", buffer + 16, 0);
    CHECK(fault.kind == FaultKind::invalid_atomic);
    CHECK(fault.message == "Invalid __global__ atomic of size 4 bytes");
}

TEST_CASE("shared, local and variables") {
    TestDevice device(module_text);
    const Fault shared = fault_of(device, "shared_at", 0, 8);
    CHECK(shared.kind == FaultKind::invalid_read);
    CHECK(shared.space == vgpu::ptx::Space::shared);
    CHECK(shared.message == "Invalid __shared__ read of size 4 bytes");
    CHECK(
        shared.detail ==
        "Address 0x80 is out of bounds: the block has 128 bytes of shared memory; this is 1 bytes "
        "after 'tile' at 0x0 of size 128 bytes");
    CHECK(shared.allocation == "tile");
    CHECK(fault_of(device, "shared_at", 0, 0xfffffff8u).detail ==
          "Address 0xfffffff8 is out of bounds: the block has 128 bytes of shared memory, and this "
          "is "
          "8 bytes before it");
    CHECK(shared.address == 0x80);
    CHECK(shared.site.thread == Dim3{16, 0, 0});

    const Fault local = fault_of(device, "local_at", 16, 0);
    CHECK(local.space == vgpu::ptx::Space::local);
    CHECK(local.message == "Invalid __local__ write of size 4 bytes");
    CHECK(local.detail ==
          "Address 0x10 is out of bounds: the thread has 16 bytes of local memory there");

    const Fault variable = fault_of(device, "numbers_at", 16, 0);
    CHECK(variable.allocation == "numbers");
    CHECK(variable.detail.find("is 1 bytes after the nearest allocation at") != std::string::npos);
}

TEST_CASE("trap") {
    TestDevice device(module_text);
    const Fault fault = fault_of(device, "stop", 0, 0);
    CHECK(fault.kind == FaultKind::trap);
    CHECK(fault.message == "Trap instruction executed");
}

TEST_CASE("the device goes on after a fault") {
    TestDevice device(module_text);
    const auto buffer = device.upload(std::vector<std::uint32_t>(32, 0));
    for (int i = 0; i < 3; ++i) {
        fault_of(device, "write_at", buffer, 8, grid(3, 96));
        device.run_well("write_at", grid(1, 32), buffer, 4u);
    }
    CHECK(device.download<std::uint32_t>(buffer, 32)[31] == 31);
}
