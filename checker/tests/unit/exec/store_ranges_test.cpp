// What is known of where a launch can store (store_ranges.hpp), by what an observer is offered not
// to be told of: loads from arrays that are only read.
#include "machine.hpp"

#include <array>
#include <set>
#include <vector>

using namespace vgpu::exec;
using namespace vgpu::exec::test;
namespace ptx = vgpu::ptx;

namespace {

constexpr std::uint32_t blocks = 8, threads = 128, words = blocks * threads;

class Offers final : public Observer {
  public:
    std::uint32_t wants() const override { return event_access; }
    std::uint64_t* on_exemption(RepeatedAccess&, std::uint64_t first, ptx::Space space,
                                std::uint64_t begin, std::uint64_t end) override {
        if (space == ptx::Space::global) arrays.insert(begin);
        is_beside = is_beside || (space == ptx::Space::global && (first < begin || first >= end));
        return &times;
    }
    void on_access(const AccessEvent& event) override {
        if (event.again != nullptr)
            event.again->short_handler = [](RepeatedAccess&, std::uint64_t, const WarpPlace&) {
                return true;
            };
    }
    bool on_quiet_phase(std::uint64_t) override { return ++quiet_phases != 0; }
    std::set<std::uint64_t> arrays;
    std::uint64_t times = 0;
    int quiet_phases = 0;
    bool is_beside = false; // asked of an array in which the access does not lie
};

struct Offered {
    std::string arrays; // of "abc", those that are only read
    int quiet_phases = 0;
};

// The kernel has the addresses of three arrays of `words` in %rd1 to %rd3, that number in %r1, its
// thread's number in the grid in %r2 and in the block in %r3; it loads from all of them, and then
// runs the body.
Offered offered(const std::string& body) {
    TestDevice device(R"(
.visible .entry k(.param .u64 a, .param .u64 b, .param .u64 c, .param .u32 n)
{
    .shared .align 4 .b8 tile[512];
    .reg .pred %p<10>;
    .reg .b32 %r<30>;
    .reg .b64 %rd<20>;
    ld.param.u64 %rd1, [a];
    ld.param.u64 %rd2, [b];
    ld.param.u64 %rd3, [c];
    ld.param.u32 %r1, [n];
    mov.u32 %r3, %tid.x;
    mov.u32 %r4, %ctaid.x;
    mov.u32 %r5, %ntid.x;
    mad.lo.s32 %r2, %r4, %r5, %r3;
    shl.b32 %r6, %r3, 2;
    mov.u32 %r7, tile;
    add.s32 %r7, %r7, %r6;
    mov.u32 %r29, 0;
$loads:
    mad.wide.u32 %rd10, %r2, 4, %rd1;
    ld.global.u32 %r28, [%rd10];
    mad.wide.u32 %rd10, %r2, 4, %rd2;
    ld.global.u32 %r28, [%rd10];
    mad.wide.u32 %rd10, %r2, 4, %rd3;
    ld.global.u32 %r28, [%rd10];
    add.u32 %r29, %r29, 1;
    setp.lt.u32 %p9, %r29, 8;
    @%p9 bra $loads;
)" + body + "\n    ret;\n}\n");
    const auto offers = std::make_shared<Offers>();
    device->add_observer(offers);
    std::vector<std::uint64_t> arrays;
    for (int i = 0; i < 3; ++i) arrays.push_back(device.upload(std::vector<int>(words, 1)));
    device.run_well("k", grid(blocks, threads), arrays[0], arrays[1], arrays[2], words);
    Offered offered;
    for (std::size_t i = 0; i < 3; ++i)
        if (offers->arrays.contains(arrays[i])) offered.arrays += "abc"[i];
    offered.quiet_phases = offers->quiet_phases;
    return offered;
}

std::string only_read(const std::string& body) { return offered(body).arrays; }

// To the element of b whose number is in %r10.
const std::string store_to_b = R"(
    mul.wide.s32 %rd11, %r10, 4;
    add.s64 %rd12, %rd2, %rd11;
    st.global.u32 [%rd12], %r2;
)";

} // namespace

TEST_CASE("an array to which no store leads is only read") {
    CHECK(only_read("") == "abc");
    CHECK(only_read("mov.u32 %r10, %r2;" + store_to_b) == "ac");
    CHECK(only_read("mov.u32 %r10, 0; shr.u32 %r10, %r2, 3;" + store_to_b) == "ac");
    CHECK(only_read("red.global.add.u32 [%rd1+8], 1;"
                    "mov.u32 %r10, %r4;" +
                    store_to_b) == "c");
    CHECK(only_read("and.b32 %r10, %r28, 255;" + store_to_b) == "ac");
}

TEST_CASE("a store that may lead anywhere leaves no array only read") {
    // An index that was loaded; its lower half is before b, its upper half behind.
    CHECK(only_read("mov.u32 %r10, %r28;" + store_to_b) == "");
    // From one array's address to another's.
    CHECK(only_read("sub.s64 %rd13, %rd3, %rd1; mad.wide.u32 %rd12, %r2, 4, %rd1;"
                    "add.s64 %rd12, %rd12, %rd13; st.global.u32 [%rd12], %r2;") == "ab");
    CHECK(only_read("xor.b64 %rd12, %rd3, 0; mad.wide.u32 %rd12, %r2, 4, %rd12;"
                    "st.global.u32 [%rd12], %r2;") == "");
}

TEST_CASE("clocks do not fit into 32 bits") {
    for (const char* clock : {"%clock64", "%globaltimer"})
        CHECK(only_read("mov.u64 %rd13, " + std::string(clock) +
                        "; shr.s64 %rd13, %rd13, 32; shl.b64 %rd13, %rd13, 2;"
                        "add.s64 %rd12, %rd2, %rd13; st.global.u32 [%rd12], %r2;") == "");
}

TEST_CASE("loops and guards bound a store") {
    const std::string loop = "mov.u32 %r10, %r2;\n$again:" + store_to_b + "add.s32 %r10, %r10, 64;";
    CHECK(only_read(loop + "setp.lt.s32 %p1, %r10, %r1; @%p1 bra $again;") == "ac");
    CHECK(only_read("setp.ge.s32 %p1, %r28, %r1; setp.lt.s32 %p2, %r28, 0; or.pred %p3, %p1, %p2;"
                    "@%p3 bra $out; mov.u32 %r10, %r28;" +
                    store_to_b + "$out:") == "ac");
    // The second result of a comparison is the opposite of the first.
    const std::string both = "mov.u32 %r10, %r28; setp.lt.u32 %p1|%p2, %r10, %r1;";
    CHECK(only_read(both + "@!%p1 bra $out;" + store_to_b + "$out:") == "");
    CHECK(only_read(both + "@!%p2 bra $out;" + store_to_b + "$out:") == "");
    // Computed before it was compared: anywhere behind b.
    CHECK(only_read("setp.lt.u32 %p1, %r28, %r1; mad.wide.u32 %rd12, %r28, 4, %rd2;"
                    "@%p1 st.global.u32 [%rd12], %r2;") == "a");
}

TEST_CASE("what a guard said of a value does not hold once it is another") {
    const std::string change = "add.s32 %r10, %r10, 100000;";
    const std::string guard = "mov.u32 %r10, %r28; setp.lt.u32 %p1, %r10, %r1;";
    const std::string leave =
        "@!%p1 bra $out;" + std::string("sub.s32 %r10, %r10, 100000;") + store_to_b + "$out:";
    CHECK(only_read(guard + change + leave) == "");
    CHECK(only_read(guard + "setp.ge.s32 %p2, %r10, 0; and.pred %p1, %p1, %p2;" + change + leave) ==
          "");
}

TEST_CASE("no phase is quiet in which a thread may store to shared memory") {
    const std::string barrier = "bar.sync 0;", load = "ld.shared.u32 %r10, [%r7];",
                      store = "st.shared.u32 [%r7], %r2;";
    CHECK(offered(store + barrier + load).quiet_phases == blocks);
    CHECK(offered(store + barrier + load + barrier + store).quiet_phases == blocks);
    CHECK(offered(store + barrier + load + store).quiet_phases == 0);
    CHECK(offered(store + barrier + load + "red.shared.add.u32 [%r7], 1;").quiet_phases == 0);
    CHECK(offered(store + barrier + load + "cvta.shared.u64 %rd11, 0; st.u32 [%rd11], 1;")
              .quiet_phases == 0);
    // Around a loop, and past a barrier at which only some wait.
    CHECK(offered("mov.u32 %r11, 0;\n$again:" + store + barrier + load +
                  "add.u32 %r11, %r11, 1; setp.lt.u32 %p1, %r11, 3; @%p1 bra $again;")
              .quiet_phases == 0);
    CHECK(offered(store + barrier + load + "barrier.sync 1, 128;" + store).quiet_phases == 0);
    CHECK(offered("setp.lt.u32 %p1, %r3, 32;" + store + barrier + load + "@%p1 barrier.sync 0;" +
                  "@%p1 exit;" + store + "barrier.sync 0;" + store)
              .quiet_phases == 0);
}

// One load; its address in each round of a loop, 32 threads.
namespace {
LaunchResult run_rounds(const std::string& address, const std::shared_ptr<Offers>& offers) {
    TestDevice device(R"(
.visible .entry k(.param .u64 a, .param .u64 b, .param .align 4 .b8 row[128])
{
    .reg .pred %p<10>;
    .reg .b32 %r<30>;
    .reg .b64 %rd<20>;
    ld.param.u64 %rd1, [a];
    ld.param.u64 %rd2, [b];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, 0;
$again:
)" + address + R"(
    ld.u32 %r28, [%rd12];
    add.u32 %r2, %r2, 1;
    setp.lt.u32 %p9, %r2, 200;
    @%p9 bra $again;
    ret;
}
)");
    device->add_observer(offers);
    const std::uint64_t a = device.upload(std::vector<int>(words, 1));
    const std::uint64_t b = device.upload(std::vector<int>(words, 1));
    return device.run("k", grid(1, 32), a, b, std::array<std::uint32_t, 32>{});
}
} // namespace

TEST_CASE("an observer is asked of the array in which an access lies") {
    // Rows of a from the 17th round on, but for the 19th: in that and before, lanes of b farther
    // from each other each time, until their pattern is no longer worth remembering.
    const auto offers = std::make_shared<Offers>();
    const LaunchResult result =
        run_rounds("setp.lt.u32 %p1, %r2, 16; setp.eq.u32 %p2, %r2, 18; or.pred %p1, %p1, %p2;"
                   "add.u32 %r3, %r2, 2; selp.u32 %r3, %r3, 1, %p1; mul.lo.u32 %r3, %r3, %r1;"
                   "selp.b64 %rd3, %rd2, %rd1, %p1; mad.wide.u32 %rd12, %r3, 4, %rd3;",
                   offers);
    CHECK_FALSE(result.fault);
    CHECK(offers->arrays.size() == 1);
    CHECK_FALSE(offers->is_beside);
}

TEST_CASE("an exempt load that takes another pattern is looked at again") {
    // One word for all lanes; then a row of the kernel's parameters, of which no observer is told;
    // then a row that begins in the array's last word.
    const LaunchResult result = run_rounds(
        "mov.b64 %rd3, row; cvta.param.u64 %rd3, %rd3; mul.wide.u32 %rd4, %r1, 4;"
        "setp.lt.u32 %p1, %r2, 100; setp.eq.u32 %p2, %r2, 100;"
        "selp.b64 %rd5, 28, 4092, %p1; add.s64 %rd6, %rd1, %rd5; selp.b64 %rd6, %rd3, %rd6, %p2;"
        "selp.b64 %rd7, 0, %rd4, %p1; add.s64 %rd12, %rd6, %rd7;",
        std::make_shared<Offers>());
    REQUIRE(result.fault);
    CHECK(result.fault->kind == FaultKind::invalid_read);
}
