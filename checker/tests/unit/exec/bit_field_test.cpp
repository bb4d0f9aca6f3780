// Loads whose value only goes back to where it came from, or into a copy.
#include "body.hpp"

#include "vgpu/exec/events.hpp"

#include <algorithm>

using namespace vgpu::exec;
using namespace vgpu::exec::test;

namespace {

class Loads final : public Observer {
  public:
    std::uint32_t wants() const override { return event_access; }
    void on_access(const AccessEvent& event) override {
        if (event.operation->action == vgpu::isa::MemoryAction::load)
            keeps.push_back(event.keeps_neighbours);
        if (event.copied_by != 0)
            (event.operation->action == vgpu::isa::MemoryAction::load ? from : to)
                .push_back(event.copied_by);
    }
    std::vector<bool> keeps;
    std::vector<std::uint32_t> from, to; // loads and stores of a struct that is copied
};

// Of the body's loads but those of parameters.
std::vector<bool> loads_of(std::string_view body) {
    BodyTest test(body);
    const auto loads = std::make_shared<Loads>();
    test.device()->add_observer(loads);
    test.run();
    return loads->keeps;
}

} // namespace

TEST_CASE("a struct is copied word by word") {
    // How many words.
    const auto copied = [](std::string_view body) {
        BodyTest test(body);
        const auto loads = std::make_shared<Loads>();
        test.device()->add_observer(loads);
        test.run();
        std::ranges::sort(loads->from);
        std::ranges::sort(loads->to);
        CHECK(loads->from == loads->to);
        return loads->from.size();
    };
    const std::string loads = ".local .align 8 .b8 stack[64]; mov.u64 %rd2, stack;"
                              "ld.local.u32 %r1, [%rd2]; add.s64 %rd3, %rd2, 4;"
                              "ld.local.u32 %r2, [%rd3]; ld.local.u32 %r3, [%rd3+4];";
    CHECK(copied(loads + "add.s64 %rd4, %rd2, 32; st.local.u32 [%rd4+8], %r3;"
                         "st.local.u32 [%rd2+32], %r1; st.local.u32 [%rd4+4], %r2;") == 3);
    // Elsewhere: two of them, one of them changed, used besides, or of another width, or only some
    // threads go on.
    CHECK(copied(loads + "st.local.u32 [%rd2+32], %r1; st.local.u32 [%rd2+36], %r2;") == 0);
    CHECK(copied(loads + "st.local.u32 [%rd2+32], %r1; st.local.u32 [%rd2+40], %r2;"
                         "st.local.u32 [%rd2+44], %r3;") == 0);
    CHECK(copied(loads + "add.u32 %r4, %r3, 1; st.local.u32 [%rd2+32], %r1;"
                         "st.local.u32 [%rd2+36], %r2; st.local.u32 [%rd2+40], %r4;") == 0);
    CHECK(copied(loads + "st.local.u32 [%rd2+32], %r1; st.local.u32 [%rd2+36], %r2;"
                         "st.local.u32 [%rd2+40], %r3; st.global.u32 [%rd1], %r3;") == 0);
    CHECK(copied(loads + "st.local.u32 [%rd2+32], %r1; st.local.u32 [%rd2+36], %r2;"
                         "st.local.u16 [%rd2+40], %r3;") == 0);
    CHECK(copied(loads + "st.local.u32 [%rd2+32], %r1; st.local.u32 [%rd2+36], %r2;"
                         "setp.eq.u32 %p1, %r0, 0; @%p1 bra there;"
                         "there: st.local.u32 [%rd2+40], %r3;") == 0);
}

TEST_CASE("a large struct is copied in a loop") {
    const std::string words = "ld.local.u32 %r1, [%rd5]; ld.local.u32 %r2, [%rd5+4];"
                              "st.local.u32 [%rd6+4], %r2; st.local.u32 [%rd6], %r1;";
    const std::string vector = "ld.local.v2.u32 {%r1, %r2}, [%rd5];"
                               "st.local.v2.u32 [%rd6], {%r1, %r2};";
    const auto copied = [](std::string_view second_index, const std::string& round) {
        BodyTest test(
            ".local .align 8 .b8 stack[400]; mov.u64 %rd2, stack; add.s64 %rd3, %rd2, 200;"
            "mov.u64 %rd4, 0; mov.u64 %rd7, 0; back: add.s64 %rd5, %rd2, %rd4; add.s64 %rd6, "
            "%rd3, " +
            std::string(second_index) + ";" + round +
            "add.s64 %rd4, %rd4, 8; setp.lt.u64 %p1, %rd4, 176; @%p1 bra back;");
        const auto loads = std::make_shared<Loads>();
        test.device()->add_observer(loads);
        test.run();
        return loads->from.size();
    };
    CHECK(copied("%rd4", words) == 44);
    CHECK(copied("%rd4", vector) == 22);
    // To another element; elements changed places.
    CHECK(copied("%rd7", words) == 0);
    CHECK(copied("%rd7", vector) == 0);
    CHECK(copied("%rd4", "ld.local.v2.u32 {%r1, %r2}, [%rd5];"
                         "st.local.v2.u32 [%rd6], {%r2, %r1};") == 0);
}

TEST_CASE("padding of a struct that is passed") {
    const auto loaded = [](std::string_view parameter) {
        BodyTest test(".local .align 8 .b8 stack[64]; ld.local.u8 %r1, [stack+7];"
                      "ld.local.u8 %r2, [stack+6]; ld.local.u8 %r3, [stack+5];"
                      "{ .param .align 4 .b8 whole[8]; .param .b32 one;"
                      "st.param.v2.b8 [whole+6], {%r2, %r1}; st.param.b32 [one], %r3;"
                      "call callee, (" +
                          std::string(parameter) + "); }",
                      32, ".func callee(.param .align 4 .b8 whole[8], .param .b32 one) { ret; }\n");
        const auto loads = std::make_shared<Loads>();
        test.device()->add_observer(loads);
        test.run();
        return loads->keeps;
    };
    CHECK(loaded("whole, one") == std::vector<bool>{true, true, false});
}

TEST_CASE("a member of a few bits is written") {
    const std::vector<bool> yes = {true}, no = {false};
    CHECK(loads_of("ld.global.u32 %r1, [%rd1]; and.b32 %r2, %r1, -8; shl.b32 %r4, %r0, 1;"
                   "or.b32 %r3, %r2, %r4; st.global.u32 [%rd1], %r3;") == yes);
    CHECK(loads_of("ld.shared.u32 %r1, [%r31+4]; and.b32 %r2, %r1, 15; or.b32 %r3, %r0, %r2;"
                   "st.shared.u32 [%r31+4], %r3;") == yes);
    CHECK(loads_of("ld.shared.u32 %r1, [tile+4]; bfi.b32 %r3, %r0, %r1, 3, 5;"
                   "st.shared.u32 [tile+4], %r3;") == yes);
    // Something else is loaded in between.
    CHECK(loads_of("ld.global.u32 %r1, [%rd1]; ld.global.u32 %r5, [%rd0]; and.b32 %r2, %r1, -8;"
                   "or.b32 %r3, %r2, %r5; st.global.u32 [%rd1], %r3;") ==
          std::vector<bool>{true, false});
    // The value is looked at besides, is added to, goes elsewhere, or only in some lanes.
    CHECK(loads_of("ld.global.u32 %r1, [%rd1]; and.b32 %r2, %r1, -8; or.b32 %r3, %r2, 1;"
                   "st.global.u32 [%rd1], %r3; add.u32 %r4, %r1, 1;") == no);
    CHECK(loads_of("ld.global.u32 %r1, [%rd1]; and.b32 %r2, %r1, -8; or.b32 %r3, %r2, 1;"
                   "st.global.u32 [%rd1], %r3; st.shared.u32 [%r31], %r3;") == no);
    CHECK(loads_of("ld.global.u32 %r1, [%rd1]; add.u32 %r3, %r1, 1; st.global.u32 [%rd1], %r3;") ==
          no);
    CHECK(loads_of("ld.global.u32 %r1, [%rd1]; and.b32 %r2, %r1, %r0; or.b32 %r3, %r2, 1;"
                   "st.global.u32 [%rd1], %r3;") == no);
    CHECK(loads_of("ld.global.u32 %r1, [%rd1]; and.b32 %r2, %r1, -8; or.b32 %r3, %r2, 1;"
                   "st.global.u32 [%rd0], %r3;") == no);
    CHECK(loads_of("ld.global.u32 %r1, [%rd1]; and.b32 %r2, %r1, -8; or.b32 %r3, %r2, 1;"
                   "st.global.u8 [%rd1], %r3;") == no);
    CHECK(loads_of("ld.global.u32 %r1, [%rd1]; and.b32 %r2, %r1, -8; or.b32 %r3, %r2, 1;"
                   "setp.eq.u32 %p1, %r0, 0; @%p1 st.global.u32 [%rd1], %r3;") == no);
    CHECK(loads_of("ld.global.u32 %r1, [%rd1]; and.b32 %r2, %r1, -8; or.b32 %r3, %r2, 1;"
                   "add.u64 %rd1, %rd1, 0; st.global.u32 [%rd1], %r3;") == no);
    CHECK(loads_of("ld.global.u32 %r1, [%rd1]; and.b32 %r2, %r1, -8; bfi.b32 %r3, %r1, %r2, 3, 5;"
                   "st.global.u32 [%rd1], %r3;") == no);
}
