// What kernels read of memory that the host shares.
#include "vgpu/observe/host_reads.hpp"

#include "vgpu/exec/access_event.hpp"

#include <catch2/catch_test_macros.hpp>

#include <vector>

namespace vgpu::observe {
namespace {

constexpr std::uint64_t first = 0x302000000000;

struct Shared {
    std::vector<std::byte> bytes = std::vector<std::byte>(4096, std::byte{1});
    HostReads reads{[this](std::uint64_t address) { return &bytes[address - first]; }};
    Shared() { reads.show(first, bytes.size()); }

    void access(std::uint64_t address, isa::MemoryAction action, std::uint32_t mask = 1) {
        std::uint64_t addresses[isa::warp_size];
        for (int lane = 0; lane < isa::warp_size; ++lane)
            addresses[lane] = address + 4 * static_cast<std::uint64_t>(lane);
        const auto operation = exec::plain_operation(action, ptx::Space::global, ptx::Type::u32, 4);
        reads.on_access(
            exec::access_event({}, {}, mask, ptx::Space::global, addresses, 4, operation));
    }
    const HostReads::Range& range() const { return reads.ranges().begin()->second; }
};

} // namespace

TEST_CASE("what is read of shared memory is known by its ends") {
    Shared shared;
    shared.access(first + 400, isa::MemoryAction::load, 0b101);
    shared.access(first + 100, isa::MemoryAction::atomic);
    shared.access(first - 4, isa::MemoryAction::load);
    shared.access(first + 4096, isa::MemoryAction::load);
    CHECK(shared.range().read_begin == 100);
    CHECK(shared.range().read_end == 412);
    shared.reads.on_launch_begin({});
    CHECK(shared.range().read_begin == shared.range().read_end);
    CHECK(!shared.range().touched);
}

TEST_CASE("what is only written is not read") {
    Shared shared;
    for (const auto action : {isa::MemoryAction::store, isa::MemoryAction::reduction})
        shared.access(first + 8, action);
    CHECK(shared.range().written);
    CHECK(shared.range().read_begin == shared.range().read_end);
    shared.reads.on_launch_begin({});
    shared.access(first + 8, isa::MemoryAction::prefetch);
    CHECK(!shared.range().touched);
}

TEST_CASE("the bytes are those of the first access") {
    Shared shared;
    shared.access(first, isa::MemoryAction::store);
    shared.bytes[0] = std::byte{2};
    shared.access(first, isa::MemoryAction::load);
    CHECK(shared.range().before == std::vector<std::byte>(4096, std::byte{1}));
    shared.reads.on_launch_begin({});
    shared.access(first, isa::MemoryAction::load);
    CHECK(shared.range().before[0] == std::byte{2});
    shared.reads.hide(first);
    CHECK(shared.reads.ranges().empty());
}

} // namespace vgpu::observe
