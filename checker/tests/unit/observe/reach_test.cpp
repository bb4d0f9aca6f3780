// How far kernels come in large allocations.
#include "vgpu/observe/reach.hpp"

#include "vgpu/exec/sampling.hpp"

#include <catch2/catch_test_macros.hpp>

namespace vgpu::observe {
namespace {

constexpr std::uint64_t large = exec::repeated_from, begin = 0x300000000000;

void access(Reach& reach, std::uint64_t address, std::uint32_t mask = 1) {
    std::uint64_t addresses[isa::warp_size];
    for (std::uint64_t& each : addresses) each = address;
    exec::AccessEvent event{};
    event.space = ptx::Space::global;
    event.mask = mask;
    event.bytes = 4;
    event.addresses = addresses;
    reach.on_access(event);
}

} // namespace

TEST_CASE("the reach in a large allocation is the end of its furthest access") {
    Reach reach;
    reach.on_allocate(begin, large, false);
    reach.on_allocate(begin + 2 * large, large - 1, false); // not large
    access(reach, begin + 400);
    access(reach, begin + 100);
    access(reach, begin + 800, 0); // no lane
    access(reach, begin + large + 8);
    access(reach, begin + 2 * large + 8);
    REQUIRE(reach.rows().size() == 1);
    CHECK(reach.rows()[0].end == 404);
    reach.begin_call();
    CHECK(reach.rows()[0].end == 0);
}

TEST_CASE("memory that lies where freed memory was is not taken for it") {
    Reach reach;
    reach.on_allocate(begin, large, false);
    access(reach, begin + 400);
    reach.on_free(begin, large);
    access(reach, begin + 40'000); // of a small one
    REQUIRE(reach.rows().size() == 1);
    CHECK(reach.rows()[0].end == 404);
    reach.on_allocate(begin, large, false);
    access(reach, begin + 800);
    REQUIRE(reach.rows().size() == 2);
    CHECK(reach.rows()[0].end == 404);
    CHECK(reach.rows()[1].end == 804);
    reach.begin_call();
    CHECK(reach.rows().size() == 1);
}

} // namespace vgpu::observe
