// Loads whose value only goes back to where it came from.
#include "body.hpp"

#include "vgpu/exec/events.hpp"

using namespace vgpu::exec;
using namespace vgpu::exec::test;

namespace {

class Loads final : public Observer {
  public:
    std::uint32_t wants() const override { return event_access; }
    void on_access(const AccessEvent& event) override {
        if (event.operation->action == vgpu::isa::MemoryAction::load)
            keeps.push_back(event.keeps_neighbours);
    }
    std::vector<bool> keeps;
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
