// How often each instruction ran, as an observer that asks for it is told.
#include "machine.hpp"

#include "vgpu/exec/events.hpp"

#include <bit>
#include <map>
#include <utility>

using namespace vgpu::exec;
using namespace vgpu::exec::test;

namespace {

class Counts final : public Observer {
  public:
    std::uint32_t wants() const override { return event_instruction; }
    void on_instruction(const InstructionEvent& event) override {
        const std::string text = event.place.resolver->site(event.place, {}, 0).instruction;
        warps[text] += event.warps;
        threads[text] += event.threads;
        all_warps += event.warps;
        all_threads += event.threads;
        ++told;
    }
    void on_lanes(const LanesEvent& event) override {
        const std::string text = event.place.resolver->site(event.place, {}, 0).instruction;
        lanes[{event.warp.block, event.warp.warp}][text][event.lanes] += event.times;
        lane_times += event.times * static_cast<std::uint64_t>(std::popcount(event.lanes));
        all |= event.all;
    }
    using Lanes = std::map<std::string, std::map<std::uint32_t, std::uint64_t>>;
    std::map<std::pair<std::uint64_t, std::uint32_t>, Lanes> lanes; // of a block and warp
    std::uint64_t lane_times = 0;
    std::uint32_t all = 0;
    std::map<std::string, std::uint64_t> warps, threads;
    std::uint64_t all_warps = 0, all_threads = 0;
    int told = 0;
};

// Two blocks of 48 threads: a warp and a half each. Copies of parameters and special registers need
// not run (invariants.cpp); they count all the same, each at its own place.
constexpr std::string_view text = R"(
.func (.param .b32 result) twice(.param .b32 value)
{
    .reg .b32 %r<2>;
    ld.param.u32 %r0, [value];
    shl.b32 %r1, %r0, 1;
    st.param.b32 [result], %r1;
    ret;
}
.visible .entry k(.param .u64 out)
{
    .reg .pred %p<3>;
    .reg .b32 %r<9>;
    .reg .b64 %rd<4>;
    ld.param.u64 %rd0, [out];
    mov.u32 %r0, %tid.x;
    mov.u32 %r5, %ntid.x;
    setp.lt.u32 %p1, %r0, 8;
    mov.u32 %r3, 0;
    @%p1 add.s32 %r3, %r0, 7;
    @!%p1 bra $join;
    mov.u32 %r1, 3;
$loop:
    sub.s32 %r1, %r1, 1;
    setp.ne.s32 %p2, %r1, 0;
    @%p2 bra $loop;
$join:
    { .param .b32 a; .param .b32 b;
    st.param.b32 [a], %r3;
    call (b), twice, (a);
    ld.param.b32 %r4, [b]; }
    mov.u32 %r6, %laneid;
    bar.sync 0;
    mul.wide.u32 %rd1, %r0, 4;
    add.s64 %rd2, %rd0, %rd1;
    st.global.u32 [%rd2], %r4;
    ret;
}
)";

} // namespace

TEST_CASE("instructions are counted at their places, and nothing else is") {
    TestDevice device(text);
    const auto counts = std::make_shared<Counts>();
    device->add_observer(counts);
    const auto out = device.upload(std::vector<std::uint32_t>(48, 0));
    for (int launch = 0; launch < 2; ++launch) {
        *counts = {};
        const LaunchResult result = device.run_well("k", grid(2, 48), out);
        CHECK(counts->all_warps == result.counters.warp_instructions);
        CHECK(counts->all_threads == result.counters.thread_instructions);
        CHECK(counts->told == 24); // each once
        // Superfluous ones, and those with which they are counted.
        for (const char* each : {"ld.param.u64 %rd0, [out];", "mov.u32 %r0, %tid.x;",
                                 "mov.u32 %r5, %ntid.x;", "setp.lt.u32 %p1, %r0, 8;",
                                 "mov.u32 %r6, %laneid;", "bar.sync 0;", "shl.b32 %r1, %r0, 1;"}) {
            INFO(each);
            CHECK(counts->warps[each] == 4);
            CHECK(counts->threads[each] == 96);
        }
        // A guard keeps lanes out of an addition, not out of a branch.
        CHECK(counts->warps["@%p1 add.s32 %r3, %r0, 7;"] == 4);
        CHECK(counts->threads["@%p1 add.s32 %r3, %r0, 7;"] == 16);
        CHECK(counts->threads["@!%p1 bra $join;"] == 96);
        // Only the first warp of each block goes round, three times.
        CHECK(counts->warps["sub.s32 %r1, %r1, 1;"] == 6);
        CHECK(counts->threads["sub.s32 %r1, %r1, 1;"] == 48);
    }
}

TEST_CASE("of a few warps the lanes are told that ran each instruction") {
    TestDevice device(text);
    const auto counts = std::make_shared<Counts>();
    device->add_observer(counts);
    const auto out = device.upload(std::vector<std::uint32_t>(48, 0));
    device.run_well("k", grid(2, 48), out);
    REQUIRE(counts->lanes.size() == 4); // all of them
    const Counts::Lanes& first = counts->lanes.at({1, 0});
    CHECK(first.at("@%p1 add.s32 %r3, %r0, 7;") ==
          std::map<std::uint32_t, std::uint64_t>{{0xffu, 1}});
    CHECK(first.at("sub.s32 %r1, %r1, 1;") == std::map<std::uint32_t, std::uint64_t>{{0xffu, 3}});
    CHECK(first.at("st.global.u32 [%rd2], %r4;") ==
          std::map<std::uint32_t, std::uint64_t>{{0xffffffffu, 1}});
    // The other half warp of each block takes no part in the loop.
    const Counts::Lanes& second = counts->lanes.at({1, 1});
    CHECK_FALSE(second.contains("sub.s32 %r1, %r1, 1;"));
    CHECK(second.at("@%p1 add.s32 %r3, %r0, 7;") == std::map<std::uint32_t, std::uint64_t>{{0, 1}});
    CHECK(second.at("bar.sync 0;") == std::map<std::uint32_t, std::uint64_t>{{0xffffu, 1}});

    // Out of many: the first four, and those whose lanes stand aside most.
    *counts = {};
    device.run_well("k", grid(20, 48), out);
    CHECK(counts->lanes.size() == 8);
    CHECK(counts->lanes.contains({0, 0}));
}

TEST_CASE("who does not ask is not told") {
    TestDevice device(text);
    class Everything final : public Observer {
      public:
        void on_instruction(const InstructionEvent&) override { told = true; }
        bool told = false;
    };
    const auto observer = std::make_shared<Everything>();
    device->add_observer(observer);
    device.run_well("k", grid(2, 48), device.upload(std::vector<std::uint32_t>(48, 0)));
    CHECK_FALSE(observer->told);
}
