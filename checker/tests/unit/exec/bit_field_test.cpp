// Loads whose value only goes back to where it came from, or into a copy.
#include "body.hpp"

#include "vgpu/exec/events.hpp"

#include <algorithm>
#include <bit>
#include <utility>

using namespace vgpu::exec;
using namespace vgpu::exec::test;

namespace {

class Loads final : public Observer {
  public:
    std::uint32_t wants() const override { return event_access; }
    void on_access(const AccessEvent& event) override {
        if (event.operation->action == vgpu::isa::MemoryAction::load)
            keeps.push_back(event.keeps_neighbours);
        for (std::uint32_t rest = event.copied; rest != 0; rest &= rest - 1)
            (event.operation->action == vgpu::isa::MemoryAction::load ? from : to)
                .push_back(event.words[std::countr_zero(rest)]);
        if (event.copied != 0 && event.operation->action == vgpu::isa::MemoryAction::load)
            objects.push_back({event.object_before, event.object_behind});
    }
    std::vector<bool> keeps;
    std::vector<const void*> from, to; // words that are loaded and stored for a copy
    std::vector<std::pair<std::uint32_t, std::uint32_t>> objects; // by load
};

// For each load of the body but those of parameters: whether it keeps its neighbours.
std::vector<bool> loads_of(std::string_view body) {
    BodyTest test(body);
    const auto loads = std::make_shared<Loads>();
    test.device()->add_observer(loads);
    test.run();
    return loads->keeps;
}

// The words that the body copies.
Loads copies_of(std::string_view body, std::string_view functions = "") {
    BodyTest test(body, 32, functions);
    const auto loads = std::make_shared<Loads>();
    test.device()->add_observer(loads);
    test.run();
    std::ranges::sort(loads->from);
    std::ranges::sort(loads->to);
    CHECK(loads->from == loads->to);
    return *loads;
}

} // namespace

TEST_CASE("an object is copied word by word") {
    const auto copied = [](const std::string& body) { return copies_of(body).from.size(); };
    const std::string loads = ".local .align 8 .b8 stack[64]; mov.u64 %rd2, stack;"
                              "ld.local.u32 %r1, [%rd2]; add.s64 %rd3, %rd2, 4;"
                              "ld.local.u32 %r2, [%rd3]; ld.local.u32 %r3, [%rd3+4];";
    CHECK(copied(loads + "add.s64 %rd4, %rd2, 32; st.local.u32 [%rd4+8], %r3;"
                         "st.local.u32 [%rd2+32], %r1; st.local.u32 [%rd4+4], %r2;") == 3);
    CHECK(copies_of(loads + "st.local.u32 [%rd2+40], %r3; st.local.u32 [%rd2+32], %r1;").objects ==
          std::vector<std::pair<std::uint32_t, std::uint32_t>>{{0, 12}, {8, 4}});
    // But for one that goes elsewhere, is changed, used besides, or of another width, or where only
    // some threads go on.
    CHECK(copied(loads + "st.local.u32 [%rd2+32], %r1; st.local.u32 [%rd2+40], %r2;") == 0);
    CHECK(copied(loads + "st.local.u32 [%rd2+32], %r1; st.local.u32 [%rd2+40], %r2;"
                         "st.local.u32 [%rd2+44], %r3;") == 2);
    CHECK(copied(loads + "add.u32 %r4, %r3, 1; st.local.u32 [%rd2+32], %r1;"
                         "st.local.u32 [%rd2+36], %r2; st.local.u32 [%rd2+40], %r4;") == 2);
    CHECK(copied(loads + "st.local.u32 [%rd2+32], %r1; st.local.u32 [%rd2+36], %r2;"
                         "st.local.u32 [%rd2+40], %r3; st.global.u32 [%rd1], %r3;") == 2);
    CHECK(copied(loads + "st.local.u32 [%rd2+32], %r1; st.local.u32 [%rd2+36], %r2;"
                         "st.local.u16 [%rd2+40], %r3;") == 2);
    CHECK(copied(loads + "st.local.u32 [%rd2+32], %r1; st.local.u32 [%rd2+36], %r2;"
                         "setp.eq.u32 %p1, %r0, 0; @%p1 bra there;"
                         "there: st.local.u32 [%rd2+40], %r3;") == 2);
    CHECK(copied(".local .align 16 .b8 stack[64]; ld.local.v4.u32 {%r1, %r2, %r3, %r4}, [stack];"
                 "st.local.v2.u32 [stack+32], {%r1, %r2}; st.local.u32 [stack+44], %r4;"
                 "add.u32 %r5, %r3, 1;") == 3);
}

TEST_CASE("a large object is copied in a loop") {
    const std::string words = "ld.local.u32 %r1, [%rd5]; ld.local.u32 %r2, [%rd5+4];"
                              "st.local.u32 [%rd6+4], %r2; st.local.u32 [%rd6], %r1;";
    const std::string vector = "ld.local.v2.u32 {%r1, %r2}, [%rd5];"
                               "st.local.v2.u32 [%rd6], {%r1, %r2};";
    const std::string start = ".local .align 8 .b8 stack[400]; mov.u64 %rd2, stack;"
                              "add.s64 %rd3, %rd2, 200; mov.u64 %rd4, 0; mov.u64 %rd7, 0;";
    const auto copied = [&](const std::string& second_index, const std::string& round) {
        return copies_of(start + "back: add.s64 %rd5, %rd2, %rd4; add.s64 %rd6, %rd3, " +
                         second_index + ";" + round +
                         "add.s64 %rd4, %rd4, 8; setp.lt.u64 %p1, %rd4, 176; @%p1 bra back;");
    };
    using Object = std::pair<std::uint32_t, std::uint32_t>;
    CHECK(copied("%rd4", words).from.size() == 44);
    CHECK(copied("%rd4", words).objects[1] == Object{172, 172});
    CHECK(copied("%rd4", vector).objects[0] == Object{168, 176});
    // To one element each time: two words beside each other, no more.
    CHECK(copied("%rd7", vector).objects[0] == Object{0, 8});

    // As compilers write it: addresses that advance; an index that is counted, widened and scaled.
    const std::string word = "ld.local.u32 %r1, [%rd5]; st.local.u32 [%rd6], %r1;";
    const std::string pointers = start +
                                 "mov.u64 %rd5, %rd2; mov.u64 %rd6, %rd3; mov.u32 %r2, 0;"
                                 "back: " +
                                 word + "add.s64 %rd6, %rd6, 4;";
    const std::string next = "add.s32 %r2, %r2, 1; setp.lt.u32 %p1, %r2, 41; @%p1 bra back;";
    CHECK(copies_of(pointers + "add.s64 %rd5, %rd5, 4;" + next).objects.at(3) == Object{160, 164});
    CHECK(copies_of(pointers + "add.s64 %rd5, %rd5, 8;" + next).objects.empty());
    // The last of 21 rounds begins at 40, one below the end.
    const std::string in_twos = "add.s32 %r2, %r2, 2; setp.lt.u32 %p1, %r2, 41; @%p1 bra back;";
    CHECK(copies_of(pointers + "add.s64 %rd5, %rd5, 4;" + in_twos).objects.at(3) == Object{80, 84});
    CHECK(copies_of(start +
                    "mov.u32 %r7, 0; back: mov.u32 %r2, %r7; cvt.s64.s32 %rd4, %r2;"
                    "shl.b64 %rd7, %rd4, 2; add.s64 %rd5, %rd2, %rd7;"
                    "add.s64 %rd6, %rd3, %rd7;" +
                    word +
                    "add.s32 %r3, %r2, 1; setp.lt.u32 %p1, %r3, 41; mov.u32 %r7, %r3;"
                    "@%p1 bra back;")
              .objects.at(40) == Object{160, 164});
    // How many rounds there are is not told.
    CHECK(copies_of(pointers + "add.s64 %rd5, %rd5, 4; add.s32 %r2, %r2, 1;"
                               "sub.u32 %r3, 41, %r2; setp.ne.u32 %p1, %r3, 0; @%p1 bra back;")
              .objects.empty());
}

TEST_CASE("a struct that is passed is copied, its padding too") {
    const Loads loads =
        copies_of(".local .align 8 .b8 stack[64]; ld.local.u8 %r1, [stack+7];"
                  "ld.local.u8 %r2, [stack+6]; ld.local.u8 %r3, [stack+5];"
                  "{ .param .align 4 .b8 whole[8]; .param .b32 one;"
                  "st.param.v2.b8 [whole+6], {%r2, %r1}; st.param.b32 [one], %r3;"
                  "call callee, (whole, one); }",
                  ".func callee(.param .align 4 .b8 whole[8], .param .b32 one) { ret; }\n");
    CHECK(loads.from.size() == 2);
    CHECK(loads.objects[0] == std::pair<std::uint32_t, std::uint32_t>{1, 1});
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
