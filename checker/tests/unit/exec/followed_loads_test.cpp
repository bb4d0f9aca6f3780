// Loads of memory that was never written: which of their values decide something.
#include "unwritten_locals.hpp"

using namespace vgpu::exec;
using namespace vgpu::exec::test;

namespace {

constexpr std::string_view local = ".local .align 8 .b8 stack[64]; mov.u64 %rd2, stack;"
                                   "setp.lt.u32 %p1, %r0, 8; setp.lt.u32 %p2, %r0, 16;"
                                   "setp.lt.u32 %p3, %r0, 0; ";
constexpr std::uint32_t all = 0xffffffff, first_8 = 0xff, first_16 = 0xffff;

Unwritten run(const std::string& body, std::string_view functions = "") {
    BodyTest test(std::string(local) + body, 32, functions);
    const auto unwritten = std::make_shared<Unwritten>();
    test.device()->add_observer(unwritten);
    REQUIRE_FALSE(test.run().fault);
    return *unwritten;
}
// With the unwritten %r1 and, in another load, %r2.
std::uint32_t used(const std::string& body) {
    return run("ld.local.u32 %r1, [%rd2]; ld.local.u32 %r2, [%rd2+4]; " + body).used;
}

} // namespace

TEST_CASE("an unwritten value that is dropped decides nothing") {
    CHECK(used("") == 0);
    CHECK(used("mov.u32 %r3, %r1; add.s32 %r3, %r3, %r2; cvt.u64.u32 %rd3, %r3;") == 0);
    CHECK(used("setp.eq.s32 %p4, %r1, 0;") == 0);
    CHECK(used("mov.u32 %r1, 5; st.global.u32 [%rd1], %r1;") == 0); // another value by then
    CHECK(used("mul.lo.s32 %r1, %r0, %r0; st.global.u32 [%rd1], %r1;") == 0);
}

TEST_CASE("an unwritten value decides what memory, other lanes and branches get") {
    CHECK(used("st.global.u32 [%rd1], %r1;") == all);
    CHECK(used("@%p1 st.global.u32 [%rd1], %r1;") == first_8);
    CHECK(used("add.s32 %r3, %r0, %r1; mov.u32 %r4, %r3; st.shared.u32 [%r31], %r4;") == all);
    CHECK(used("st.local.u32 [%rd2+8], %r1;") == all);
    CHECK(used("atom.global.add.u32 %r3, [%rd0], %r1;") == all);
    CHECK(used("shfl.sync.bfly.b32 %r3, %r1, 1, 31, -1;") == all);
    CHECK(used("setp.eq.s32 %p4, %r1, 0; @%p4 bra $L; add.s32 %r3, %r0, 1; $L:") == all);
    CHECK(used("@%p1 bra $L; setp.eq.s32 %p4, %r1, 0; @%p4 mov.u32 %r3, 1; $L:") == ~first_8);
    CHECK(used("and.b32 %r3, %r1, 0; mul.wide.u32 %rd3, %r3, 4; add.s64 %rd3, %rd3, %rd1;"
               "ld.global.u32 %r4, [%rd3];") == all); // an address
}

TEST_CASE("a choice counts, and what it chooses") {
    CHECK(used("selp.b32 %r3, %r1, 7, %p1; st.global.u32 [%rd1], %r3;") == first_8);
    CHECK(used("selp.b32 %r3, 7, %r1, %p1; st.global.u32 [%rd1], %r3;") == ~first_8);
    CHECK(used("@!%p1 mov.u32 %r1, 7; @%p2 st.global.u32 [%rd1], %r1;") == first_8);
    CHECK(used("selp.b32 %r3, %r1, 7, %p2; selp.b32 %r4, 3, %r3, %p1;"
               "st.global.u32 [%rd1], %r4;") == (first_16 & ~first_8));
    CHECK(used("setp.eq.s32 %p4, %r1, 0; selp.b32 %r3, 1, 2, %p4;"
               "st.global.u32 [%rd1], %r3;") == all);
}

TEST_CASE("a comparison does not count where another one decides alone") {
    const std::string choose = "selp.b32 %r3, 1, 2, %p5; st.global.u32 [%rd1], %r3;";
    CHECK(used("setp.eq.s32 %p4, %r1, 0; and.pred %p5, %p4, %p1;" + choose) == first_8);
    CHECK(used("setp.eq.s32 %p4, %r1, 0; and.pred %p5, %p1, %p4;" + choose) == first_8);
    CHECK(used("setp.eq.s32 %p4, %r1, 0; or.pred %p5, %p4, %p1;" + choose) == ~first_8);
    CHECK(used("setp.eq.s32 %p4, %r1, 0; xor.pred %p5, %p4, %p1;" + choose) == all);
    CHECK(used("setp.eq.and.s32 %p5, %r1, 0, %p1;" + choose) == first_8);
    CHECK(used("setp.eq.or.s32 %p5, %r1, %r2, %p1;" + choose) == ~first_8);
    CHECK(used("setp.eq.and.s32 %p5, %r1, 0, !%p1;" + choose) == ~first_8);
    CHECK(used("setp.eq.s32 %p4, %r1, 0; setp.eq.s32 %p6, %r2, 0; and.pred %p5, %p4, %p6;" +
               choose) == all); // neither is known
    CHECK(used("setp.eq.s32 %p4, %r1, 0; and.pred %p4, %p4, %p1; and.pred %p5, %p3, %p4;" +
               choose) == 0);
}

TEST_CASE("each load of a lane is told once, in loops too") {
    const Unwritten twice = run("ld.local.u32 %r1, [%rd2]; st.global.u32 [%rd1], %r1;"
                                "st.global.u32 [%rd1], %r1;");
    CHECK(twice.uses == 32);
    const std::string sum = "mov.u32 %r3, 0; mov.u32 %r4, 0; $L: ld.local.u32 %r1, [%rd2];"
                            "add.s32 %r3, %r3, %r1; add.s32 %r4, %r4, 1;"
                            "setp.lt.u32 %p4, %r4, 100; @%p4 bra $L; ";
    CHECK(run(sum).uses == 0);
    const Unwritten summed = run(sum + "@%p1 st.global.u32 [%rd1], %r3;");
    CHECK(summed.loaded == 3200);
    CHECK(summed.uses == 800);
    const Unwritten vector = run("ld.local.v2.u32 {%r1, %r2}, [%rd2]; st.global.u32 [%rd1], %r2;");
    CHECK(vector.uses == 32);
}

TEST_CASE("lanes that went another way are followed for themselves") {
    CHECK(used("@%p1 bra $A; mov.u32 %r1, 1; bra $J; $A: add.s32 %r1, %r1, 1; $J:"
               "st.global.u32 [%rd1], %r1;") == first_8);
    CHECK(run("@%p1 bra $J; ld.local.u32 %r1, [%rd2]; $J: st.global.u32 [%rd1], %r1;").used ==
          ~first_8);
}

TEST_CASE("a call uses what it is given") {
    const std::string_view callee = ".func (.reg .b32 result) same(.reg .b32 value)"
                                    "{ mov.u32 result, value; ret; }\n";
    CHECK(run("ld.local.u32 %r1, [%rd2]; call (%r3), same, (%r1);", callee).used == all);
    CHECK(
        run("ld.local.u32 %r1, [%rd2]; call (%r1), same, (%r0); st.global.u32 [%rd1], %r1;", callee)
            .used == 0);
}

TEST_CASE("values that are followed change neither results nor counts") {
    const std::string body =
        std::string(local) +
        "mov.u32 %r4, 0; $L: ld.local.u32 %r1, [%rd2];"
        "mad.lo.s32 %r5, %r4, %r0, 3; st.shared.u32 [%r31], %r5;"
        "bar.sync 0; ld.shared.u32 %r6, [%r30+12]; selp.b32 %r7, %r1, %r6, %p3;"
        "add.s32 %r4, %r4, 1; setp.lt.u32 %p4, %r4, 10; @%p4 bra $L;"
        "st.global.u32 [%rd1], %r7;";
    BodyTest plain(body), watched(body);
    const auto unwritten = std::make_shared<Unwritten>();
    watched.device()->add_observer(unwritten);
    const LaunchCounters a = plain.run().counters, b = watched.run().counters;
    CHECK(unwritten->loaded == 320);
    CHECK(unwritten->uses == 0);
    CHECK(a.warp_instructions == b.warp_instructions);
    CHECK(a.thread_instructions == b.thread_instructions);
    CHECK(plain.outputs() == watched.outputs());
}
