// Launches on more elements than there is time and memory for (sampling.hpp).
#include "machine.hpp"

#include "vgpu/exec/sampling.hpp"

#include <algorithm>

using namespace vgpu::exec;
using namespace vgpu::exec::test;

namespace {

// Thread i writes i to out[i], a word of 64 bits, and counts itself.
constexpr std::string_view write_places = R"(
.visible .entry places(.param .u64 out, .param .u64 count, .param .u64 threads)
{
    .reg .u32 %r<4>;
    .reg .u64 %rd<8>;
    .reg .pred %p<2>;
    ld.param.u64 %rd0, [out];
    ld.param.u64 %rd1, [count];
    ld.param.u64 %rd2, [threads];
    mov.u32 %r0, %ctaid.x;
    mov.u32 %r1, %ntid.x;
    mov.u32 %r2, %tid.x;
    mul.wide.u32 %rd3, %r0, %r1;
    cvt.u64.u32 %rd4, %r2;
    add.u64 %rd3, %rd3, %rd4;
    setp.ge.u64 %p0, %rd3, %rd1;
    @%p0 exit;
    shl.b64 %rd5, %rd3, 3;
    add.u64 %rd6, %rd0, %rd5;
    st.global.u64 [%rd6], %rd3;
    atom.global.add.u64 %rd7, [%rd2], 1;
    ret;
}
)";

constexpr std::uint64_t many = (1ull << 32) + 1000;
constexpr DeviceOptions sampling{.memory_bytes = 256ull << 30, .sampling = true};

class Addresses final : public Observer {
  public:
    std::uint32_t wants() const override { return event_access; }
    void on_access(const AccessEvent& event) override {
        for (int lane = 0; lane < 32; ++lane)
            if ((event.mask >> lane & 1) != 0) all.push_back(event.addresses[lane]);
    }
    std::vector<std::uint64_t> all;
};

} // namespace

TEST_CASE("of a large grid some blocks run, the first and the last among them") {
    TestDevice device(write_places, sampling);
    const auto addresses = std::make_shared<Addresses>();
    device->add_observer(addresses);
    const auto out = device->memory().allocate(many * 8, "cudaMalloc");
    REQUIRE(out);
    const auto threads = device.upload<std::uint64_t>({0});
    device.run_well("places", grid((many + 255) / 256, 256), *out, many, threads);
    const auto count = device.download<std::uint64_t>(threads, 1)[0];
    CHECK(count == (sampled_blocks - 1) * 256 + many % 256);
    std::erase(addresses->all, threads);
    CHECK(*std::ranges::min_element(addresses->all) == *out);
    CHECK(*std::ranges::max_element(addresses->all) == *out + (many - 1) * 8);
}

TEST_CASE("of a grid that is larger than the work, the last block that has some runs") {
    TestDevice device(write_places, sampling);
    const auto addresses = std::make_shared<Addresses>();
    device->add_observer(addresses);
    const auto out = device->memory().allocate(many * 8, "cudaMalloc");
    const auto threads = device.upload<std::uint64_t>({0});
    const std::uint64_t blocks = (many + 255) / 256;
    for (const std::uint64_t grown : {blocks + 1, 2 * blocks, 8 * blocks}) {
        addresses->all.clear();
        device.run_well("places", grid(grown, 256), *out, many, threads);
        std::erase(addresses->all, threads);
        CHECK(*std::ranges::max_element(addresses->all) == *out + (many - 1) * 8);
    }
}

TEST_CASE("a small grid runs whole") {
    TestDevice device(write_places, sampling);
    const auto out = device->memory().allocate(many * 8, "cudaMalloc");
    const auto threads = device.upload<std::uint64_t>({0});
    device.run_well("places", grid(sampled_blocks, 64), *out, many, threads);
    CHECK(device.download<std::uint64_t>(threads, 1)[0] == sampled_blocks * 64);
}

TEST_CASE("a large allocation lies in its first bytes") {
    TestDevice device(write_places, sampling);
    const auto out = device->memory().allocate(many * 8, "cudaMalloc");
    const auto threads = device.upload<std::uint64_t>({0});
    device.run_well("places", grid((many + 255) / 256, 256), *out, many, threads);
    const std::uint64_t last = *out + (many - 1) * 8;
    std::uint64_t value = 0;
    std::memcpy(&value, device->memory().host_view(last), sizeof value);
    CHECK(value == many - 1);
    CHECK(device->memory().host_view(last) < device->memory().host_view(*out) + period);
    // Its bounds are those that were asked for.
    CHECK(device->memory().contains(last, 8));
    const auto result =
        device.run("places", grid((many + 255) / 256, 256), *out, many + 1000, threads);
    REQUIRE(result.fault);
    CHECK(result.fault->kind == FaultKind::invalid_write);
}

TEST_CASE("without sampling each address has bytes of its own") {
    TestDevice device(write_places);
    const auto out = device->memory().allocate(32 << 20, "cudaMalloc");
    REQUIRE(out);
    CHECK(device->memory().host_view(*out + period) == device->memory().host_view(*out) + period);
}
