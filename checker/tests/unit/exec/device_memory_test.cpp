// Device memory itself: where allocations lie, whose they are, and the mappings behind them.
#include "machine.hpp"

#include "vgpu/exec/device_memory.hpp"

#include <catch2/generators/catch_generators.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <set>
#include <string_view>
#include <unistd.h>
#include <utility>
#include <vector>

using namespace vgpu::exec;
using namespace vgpu::exec::test;

TEST_CASE("device memory is aligned, apart and not readable as zero") {
    DeviceMemory memory(64 << 20);
    const auto a = memory.allocate(100, "cudaMalloc"), b = memory.allocate(1, "cudaMalloc");
    REQUIRE((a && b));
    CHECK(*a % 256 == 0);
    CHECK(*b % 256 == 0);
    CHECK(*b >= *a + 100 + 256);
    CHECK(memory.is_device_address(*a));
    CHECK_FALSE(memory.is_device_address(reinterpret_cast<std::uint64_t>(&memory)));
    CHECK(memory.contains(*a, 100));
    CHECK_FALSE(memory.contains(*a, 101));
    CHECK_FALSE(memory.contains(*a + 100, 1));
    std::uint32_t word = 0;
    std::memcpy(&word, memory.host_view(*a), 4);
    CHECK(word == poison_word);
    CHECK(memory.used_bytes() == 512);

    CHECK(memory.free(*a) == Memory::FreeResult::freed);
    CHECK(memory.free(*a) == Memory::FreeResult::double_free);
    CHECK(memory.free(*b + 4) == Memory::FreeResult::not_an_allocation);
    REQUIRE(memory.find(*a + 5));
    CHECK(memory.find(*a + 5)->freed);
    CHECK(memory.used_bytes() == 256);
    CHECK(memory.live().size() == 1);
    CHECK(memory.nearest(*b + 50)->address == *b);

    // A freed range is not handed out again soon.
    std::set<std::uint64_t> seen;
    for (int i = 0; i < 100; ++i) {
        const auto again = memory.allocate(100, "cudaMalloc");
        REQUIRE(again);
        CHECK(*again != *a);
        memory.free(*again);
    }
}

// Reads of it are never reported, so they must not give what no GPU has there either.
TEST_CASE("memory that the host shares begins as zero, also where other memory was before") {
    DeviceMemory memory(1 << 20);
    for (int life = 0; life < 40; ++life) { // more than the device has at a time
        const auto shared = memory.allocate_host_visible(100'000, "cudaMallocManaged");
        REQUIRE(shared);
        std::byte* const view = memory.host_view(*shared);
        CHECK(std::count(view, view + 100'000, std::byte{0}) == 100'000);
        std::memset(view, 0x55, 100'000);
        memory.free(*shared);
        const auto own = memory.allocate(100'000, "cudaMalloc");
        REQUIRE(own);
        std::uint32_t word = 0;
        std::memcpy(&word, memory.host_view(*own), 4);
        CHECK(word == poison_word);
        memory.free(*own);
    }
}

TEST_CASE("large memory lies on huge pages") {
    constexpr std::uint64_t mebibyte = 1 << 20, bytes = 5 * mebibyte;
    DeviceMemory memory(64 * mebibyte);
    REQUIRE(memory.allocate(100, "cudaMalloc"));
    const auto large = memory.allocate(bytes, "cudaMalloc");
    REQUIRE(large);
    CHECK(*large % Reservation::huge_page == 0);
    std::byte* const view = memory.host_view(*large);
    std::uint32_t last = 0;
    std::memcpy(&last, view + bytes - 4, 4);
    CHECK(last == poison_word);
    // Zeroed across the end of the huge pages, and to the byte.
    std::memset(view, 1, bytes);
    memory.zero(*large + mebibyte + 5, 3 * mebibyte + mebibyte / 2);
    const auto zeroes = std::count(view, view + bytes, std::byte{0});
    CHECK(zeroes == 3 * mebibyte + mebibyte / 2);
    CHECK(view[mebibyte + 4] == std::byte{1});
    CHECK(view[mebibyte + 5] == std::byte{0});
    REQUIRE(memory.free(*large) == Memory::FreeResult::freed);
}

TEST_CASE(
    "what is shared lies in the file at its offset, and is gone when it is not shared any more") {
    constexpr std::uint64_t mebibyte = 1 << 20;
    Reservation reservation(16 * mebibyte);
    const std::uint64_t at = reservation.base() + 2 * mebibyte;
    *reservation.view(at) = std::byte{5};
    REQUIRE(reservation.set_shared(at, mebibyte, true));
    CHECK(*reservation.view(at) == std::byte{0});
    *reservation.view(at + 7) = std::byte{9};
    char seen = 0;
    REQUIRE(pread(reservation.shared_file(), &seen, 1, 2 * mebibyte + 7) == 1);
    CHECK(seen == 9);
    CHECK(ftruncate(reservation.shared_file(), 0) != 0);
    REQUIRE(reservation.set_shared(at, mebibyte, false));
    CHECK(*reservation.view(at + 7) == std::byte{0});
    REQUIRE(pread(reservation.shared_file(), &seen, 1, 2 * mebibyte + 7) == 1);
    CHECK(seen == 0);
}

TEST_CASE("a full device says so and recovers") {
    DeviceMemory memory(1 << 20);
    CHECK_FALSE(memory.allocate((1 << 20) + 1, "cudaMalloc"));
    CHECK_FALSE(memory.allocate(~0ull, "cudaMalloc"));
    for (int round = 0; round < 1000; ++round) { // far more than the range holds
        const auto all = memory.allocate(1 << 20, "cudaMalloc");
        REQUIRE(all);
        CHECK_FALSE(memory.allocate(1, "cudaMalloc"));
        REQUIRE(memory.free(*all) == Memory::FreeResult::freed);
    }
}

TEST_CASE("memory that the host sees is shared, and its mapping is announced") {
    DeviceMemory memory(16 << 20);
    std::vector<std::pair<std::uint64_t, bool>> told;
    memory.set_visibility([&](std::uint64_t address, std::uint64_t, bool visible) {
        told.emplace_back(address, visible);
    });
    const auto address = memory.allocate_host_visible(5000, "cudaMallocManaged");
    REQUIRE(address);
    const std::uint32_t number = 12345;
    const auto range = memory.shared_range();
    REQUIRE(pwrite(range.file, &number, 4, static_cast<off_t>(*address - range.base + 400)) == 4);
    std::uint32_t seen = 0;
    std::memcpy(&seen, memory.host_view(*address + 400), 4);
    CHECK(seen == 12345);
    CHECK(memory.free(*address) == Memory::FreeResult::freed);
    CHECK(told == std::vector<std::pair<std::uint64_t, bool>>{{*address, true}, {*address, false}});
}

TEST_CASE("each of several devices has memory of its own, within one range of addresses") {
    DeviceMemory memory(1 << 20, 2);
    const auto first = memory.allocate(1 << 20, "cudaMalloc");
    REQUIRE(first);
    CHECK_FALSE(memory.allocate(256, "cudaMalloc")); // device 0 is full
    CHECK(memory.used_bytes(1) == 0);
    const auto second = memory.allocate(256, "cudaMalloc", 1);
    const auto pinned = memory.allocate_host_visible(256, "cudaMallocHost", 1);
    REQUIRE((second && pinned));
    CHECK(memory.find(*first)->owner == 0);
    CHECK(memory.find(*second)->owner == 1);
    memory.set_user(0, 1u << 0);
    CHECK(memory.is_reachable(*first));
    CHECK_FALSE(memory.is_reachable(*second));
    CHECK(memory.extent(*second).end == 0);
    CHECK(memory.is_reachable(*pinned));
    memory.set_user(0, 0b11);
    CHECK(memory.extent(*second).contains(*second, 256));
    CHECK(memory.free(*second) == Memory::FreeResult::freed); // charged to its owner
    CHECK(memory.used_bytes() == 1 << 20);
}

namespace {
constexpr const char* reads_a_word = R"(
.visible .entry read(.param .u64 from, .param .u64 into) {
    .reg .b64 %rd<3>;
    .reg .b32 %r<2>;
    ld.param.u64 %rd1, [from];
    ld.param.u64 %rd2, [into];
    ld.global.u32 %r1, [%rd1];
    st.global.u32 [%rd2], %r1;
    ret;
}
)";
} // namespace

TEST_CASE("a kernel reaches memory of another device only where it is allowed to") {
    TestDevice device(reads_a_word, {.devices = 2, .memory_bytes = 1 << 20});
    const auto into = device.upload<std::uint32_t>({0});
    const auto there = device.upload<std::uint32_t>({42}, 1);
    LaunchConfig config;
    config.grid = config.block = {1, 1, 1};
    config.reachable = 0b11;
    device.run_well("read", config, there, into);
    CHECK(device.download<std::uint32_t>(into, 1).front() == 42);
    // The instruction has been there before; that it may no longer is seen all the same.
    config.reachable = 0b01;
    const auto result = device.run("read", config, there, into);
    REQUIRE(result.fault);
    CHECK(result.fault->kind == FaultKind::invalid_read);
    CHECK(result.fault->detail.find("in memory of device 1, which a kernel on device 0") !=
          std::string::npos);
    config.device = 1;
    config.reachable = 0b10;
    const auto other = device.run("read", config, there, into);
    REQUIRE(other.fault);
    CHECK(other.fault->kind == FaultKind::invalid_write);
}

TEST_CASE("a kernel reaches another device's pool only where the pool lets it") {
    TestDevice device(reads_a_word, {.devices = 2, .memory_bytes = 1 << 20});
    const auto into = device.upload<std::uint32_t>({0});
    const auto there = device.upload<std::uint32_t>({42}, 1);
    LaunchConfig config;
    config.grid = config.block = {1, 1, 1};
    config.reachable = 0b11; // peer access, which is no access to a pool
    device->memory().set_users(there, 0b10, 0);
    const auto result = device.run("read", config, there, into);
    REQUIRE(result.fault);
    CHECK(result.fault->kind == FaultKind::invalid_read);
    CHECK(result.fault->message == "Invalid __global__ read of size 4 bytes");
    CHECK(
        result.fault->detail ==
        fmt::format("Address {:#x} is in memory of a pool of device 1, which a kernel on device 0 "
                    "cannot reach: allow it with cudaMemPoolSetAccess",
                    there));
    CHECK(result.fault->allocation.find("of 4 bytes") != std::string::npos);
    // What the pool allows needs no peer access.
    config.reachable = 0b01;
    device->memory().set_users(there, 0b11, 0);
    device.run_well("read", config, there, into);
    CHECK(device.download<std::uint32_t>(into, 1).front() == 42);
}

// Each store has been there before, when the memory could be written.
TEST_CASE("nothing writes to memory that may only be read") {
    const char* const store = GENERATE(
        "st.global.u32 [%rd1], %r1;", "st.u32 [%rd1], %r1;", "red.global.add.u32 [%rd1], %r1;",
        "atom.global.add.u32 %r1, [%rd1], %r1;", "st.global.v2.u32 [%rd1], {%r1, %r1};");
    TestDevice device(fmt::format(R"(
.visible .entry write(.param .u64 there, .param .u64 into) {{
    .reg .b64 %rd<3>;
    .reg .b32 %r<2>;
    ld.param.u64 %rd1, [there];
    ld.param.u64 %rd2, [into];
    ld.global.u32 %r1, [%rd1];
    st.global.u32 [%rd2], %r1;
    {}
    ret;
}}
)",
                                  store),
                      {.memory_bytes = 1 << 20});
    const auto into = device.upload<std::uint32_t>({0});
    const auto there = device.upload<std::uint32_t>({42, 42});
    LaunchConfig config = grid(1, 1);
    device->memory().set_users(there, 0b1, 0);
    device.run_well("write", config, there, into);
    device->memory().set_users(there, 0b1, 0b1);
    const auto result = device.run("write", config, there, into);
    REQUIRE(result.fault);
    const bool is_store = std::string_view(store).starts_with("st.");
    CHECK(result.fault->kind == (is_store ? FaultKind::invalid_write : FaultKind::invalid_atomic));
    CHECK(result.fault->detail.find("that may only be read: cuMemSetAccess") != std::string::npos);
    // By another device, or by the host, it may be written.
    device->memory().set_users(there, 0b1, 0b10);
    device.run_well("write", config, there, into);
}
