// Matrix instructions and asynchronous copies: which lanes must come, and what observers are told.
#include "kernel_text.hpp"
#include "machine.hpp"

#include "vgpu/exec/events.hpp"

#include <map>

using namespace vgpu::exec;
using namespace vgpu::exec::test;

namespace {

struct Told {
    std::uint32_t mask = 0;
    int bytes = 0;
    std::vector<std::uint64_t> addresses;
    bool is_load = false;
};

class Ears final : public Observer {
  public:
    std::uint32_t wants() const override {
        return event_access | event_warp_sync | event_instruction;
    }
    void on_access(const AccessEvent& event) override {
        if (event.space == vgpu::ptx::Space::shared)
            told.push_back({event.mask,
                            event.bytes,
                            {event.addresses, event.addresses + 32},
                            event.operation->action == vgpu::isa::MemoryAction::load});
    }
    void on_warp_sync(const WarpSyncEvent& event) override { met |= event.mask; }
    void on_instruction(const InstructionEvent& event) override {
        const std::string text = event.place.resolver->site(event.place, {}, 0).instruction;
        warps[text.substr(0, text.find(' '))] += event.warps;
    }
    std::vector<Told> told;
    std::uint32_t met = 0;
    std::map<std::string, std::uint64_t> warps;
};

// %r1: where this lane's row of 16 bytes begins.
constexpr std::string_view rows = R"(
    .shared .align 16 .b8 tile[512];
    mov.u32 %r2, tile;
    mad.lo.u32 %r1, %r0, 16, %r2;
    st.shared.v4.b32 [%r1], {%r0, %r0, %r0, %r0};
    bar.warp.sync -1;
)";
constexpr std::string_view multiply =
    "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%r10, %r11, %r12, %r13}, {%r4, %r5}, {%r6}, "
    "{%r4, %r4, %r4, %r4};\n";

std::string with_rows(std::string_view body) {
    return kernel(std::string(rows) + std::string(body), "");
}

Fault fault_of(std::string_view body, std::uint32_t threads = 32) {
    TestDevice device(kernel(body, ""));
    const auto result = device.run("k", grid(1, threads), device.upload(std::vector<int>(64)));
    REQUIRE(result.fault);
    return *result.fault;
}

} // namespace

TEST_CASE("ldmatrix is told as the rows that lanes name, and counts once") {
    TestDevice device(with_rows(R"(
    ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%r3, %r4}, [%r1];
    st.global.u32 [%rd1], %r4;
)"));
    const auto ears = std::make_shared<Ears>();
    device->add_observer(ears);
    const auto out = device.upload(std::vector<std::uint32_t>(32));
    device.run_well("k", grid(1, 32), out);
    REQUIRE(ears->told.size() == 2);
    const Told& load = ears->told[1];
    CHECK(load.is_load);
    CHECK(load.mask == 0x0000ffffu);
    CHECK(load.bytes == 16);
    CHECK(load.addresses[15] - load.addresses[0] == 15 * 16);
    CHECK(ears->met == 0xffffffffu);
    CHECK(ears->warps["ldmatrix.sync.aligned.m8n8.x2.shared.b16"] == 1);
    CHECK(device.download<std::uint32_t>(out, 32)[4] == 9); // of row 8 + 4 / 4
}

TEST_CASE("stmatrix is told as a store") {
    TestDevice device(with_rows(R"(
    mul.lo.u32 %r3, %r0, 65537;
    stmatrix.sync.aligned.m8n8.x1.trans.shared.b16 [%r1], {%r3};
    bar.warp.sync -1;
    ld.shared.u32 %r4, [%r1];
    st.global.u32 [%rd1], %r4;
)"));
    const auto ears = std::make_shared<Ears>();
    device->add_observer(ears);
    const auto out = device.upload(std::vector<std::uint32_t>(32));
    device.run_well("k", grid(1, 32), out);
    REQUIRE(ears->told.size() == 3);
    CHECK_FALSE(ears->told[1].is_load);
    CHECK(ears->told[1].mask == 0x000000ffu);
    // Columns 0 and 1 of row 0 come from lanes 0 and 4.
    CHECK(device.download<std::uint32_t>(out, 32)[0] == 4 << 16);
}

TEST_CASE("lanes that part and meet again multiply together") {
    TestDevice device(kernel(std::string(R"(
    mov.u32 %r4, 0x3c003c00;
    and.b32 %r3, %r0, 1;
    setp.eq.u32 %p1, %r3, 0;
    @%p1 bra $even;
    mov.u32 %r5, 0x3c003c00;
    bra $join;
$even:
    mov.u32 %r5, 0x3c003c00;
$join:
    mov.u32 %r6, 0x3c003c00;
    mov.u32 %r7, 0;
    mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%r10, _, _, %r13}, {%r4, %r5}, {%r6}, {%r7, %r7, %r7, %r7};
    st.global.u32 [%rd1], %r13;
)"),
                             ""));
    const auto out = device.upload(std::vector<std::uint32_t>(32));
    device.run_well("k", grid(1, 32), out);
    CHECK(device.download<std::uint32_t>(out, 32) ==
          std::vector<std::uint32_t>(32, 0x41000000)); // 8.0f
}

TEST_CASE("a matrix instruction that some lanes never come to") {
    const auto guarded = std::string("setp.lt.u32 %p1, %r0, 16;\n@%p1 ") + std::string(multiply);
    Fault fault = fault_of(guarded);
    CHECK(fault.kind == FaultKind::barrier_divergence);
    CHECK(fault.detail == "mma takes all 32 lanes of a warp, but lanes 16-31 have exited");
    fault = fault_of(multiply, 31);
    CHECK(fault.detail ==
          "mma takes all 32 lanes of a warp, but the block has no threads for lane 31");
}

TEST_CASE("two matrix instructions of one kind are not one") {
    const Fault fault =
        fault_of("setp.lt.u32 %p1, %r0, 16;\n@%p1 bra $low;\n" + std::string(multiply) +
                 "bra $end;\n$low:\n" + std::string(multiply) + "$end:\n");
    CHECK(fault.kind == FaultKind::deadlock);
    CHECK(fault.detail.find("which never come") != std::string::npos);
}

TEST_CASE("an asynchronous copy arrives when its lanes wait") {
    TestDevice device(with_rows(R"(
    setp.lt.u32 %p1, %r0, 8;
    @%p1 cp.async.ca.shared.global [%r1], [%rd1], 4;
    cp.async.commit_group;
    ld.shared.u32 %r3, [%r1];
    cp.async.wait_group 0;
    ld.shared.u32 %r4, [%r1];
    shl.b32 %r3, %r3, 8;
    or.b32 %r4, %r4, %r3;
    st.global.u32 [%rd1], %r4;
)"));
    const auto ears = std::make_shared<Ears>();
    device->add_observer(ears);
    const auto out = device.upload(std::vector<std::uint32_t>(32, 77));
    device.run_well("k", grid(1, 32), out);
    const auto values = device.download<std::uint32_t>(out, 32);
    CHECK(values[7] == (77u | 7u << 8));
    CHECK(values[8] == (8u | 8u << 8));
    REQUIRE(ears->told.size() == 4);
    CHECK_FALSE(ears->told[2].is_load);
    CHECK(ears->told[2].mask == 0x000000ffu);
    CHECK(ears->told[2].bytes == 4);
}
