// Parameters in registers, and stack space that is asked for at run time.
#include "body.hpp"

using namespace vgpu::exec;
using namespace vgpu::exec::test;

namespace {

constexpr std::string_view called_functions = R"(
.func (.reg .b32 sum, .reg .b64 wide) add_both(.reg .b32 a, .reg .b16 b, .param .b64 c)
{
    .reg .b32 %r<3>;
    .reg .b64 %rd<2>;
    cvt.u32.u16 %r1, b;
    add.u32 sum, a, %r1;
    ld.param.b64 %rd1, [c];
    add.u64 wide, %rd1, 1;
    ret;
}
.func (.param .b32 result) fill(.param .b32 count)
{
    .local .align 4 .b8 fixed[4];
    .reg .pred %p<2>;
    .reg .b32 %r<8>;
    .reg .b64 %rd<8>;
    ld.param.b32 %r1, [count];
    mul.wide.u32 %rd1, %r1, 4;
    mov.u64 %rd6, fixed;
    st.local.u32 [%rd6], %r1;
    stacksave.u64 %rd7;
    alloca.u64 %rd2, %rd1, 16;
    and.b64 %rd5, %rd2, 15;
    cvt.u32.u64 %r6, %rd5;
    cvta.local.u64 %rd3, %rd2;
    mov.u32 %r2, 0;
    mov.u32 %r4, %r6;
$fill:
    mul.wide.u32 %rd4, %r2, 4;
    add.u64 %rd4, %rd3, %rd4;
    st.u32 [%rd4], %r2;
    ld.u32 %r3, [%rd4];
    add.u32 %r4, %r4, %r3;
    add.u32 %r2, %r2, 1;
    setp.lt.u32 %p1, %r2, %r1;
    @%p1 bra $fill;
    ld.local.u32 %r5, [%rd6];
    mad.lo.u32 %r4, %r5, 1000, %r4;
    stackrestore.u64 %rd7;
    st.param.b32 [result], %r4;
    ret;
}
)";

} // namespace

TEST_CASE("parameters and results in registers") {
    const auto values = BodyTest(R"(
    .param .b64 c;
    .reg .b16 %h<2>;
    mov.b16 %h1, 7;
    st.param.b64 [c], 41;
    call.uni (%r1, %rd2), add_both, (%r0, %h1, c);
    cvt.u32.u64 %r2, %rd2;
    mad.lo.u32 %r1, %r2, 100, %r1;
    call.uni (%r3, _), add_both, (%r1, %h1, c);
    st.global.u32 [%rd1], %r3;
)",
                                 32, called_functions)
                            .outputs();
    for (std::uint32_t i = 0; i < 32; ++i) CHECK(values[i] == 4200 + i + 14);
}

TEST_CASE("alloca: another size in each lane, again and again") {
    const auto values = BodyTest(R"(
    .param .b32 count, result;
    add.u32 %r1, %r0, 1;
    mov.u32 %r3, 0;
    mov.u32 %r4, 0;
$again:
    st.param.b32 [count], %r1;
    call.uni (result), fill, (count);
    ld.param.b32 %r2, [result];
    add.u32 %r3, %r3, %r2;
    add.u32 %r4, %r4, 1;
    setp.lt.u32 %p1, %r4, 3;
    @%p1 bra $again;
    st.global.u32 [%rd1], %r3;
)",
                                 32, called_functions)
                            .outputs();
    for (std::uint32_t i = 0; i < 32; ++i)
        CHECK(values[i] == 3 * (1000 * (i + 1) + i * (i + 1) / 2));
}

TEST_CASE("alloca beyond the thread's stack, and an access behind what was allocated") {
    const Fault large = BodyTest("    alloca.u64 %rd2, 1048576;\n").fault();
    CHECK(large.kind == FaultKind::stack_overflow);
    CHECK(large.detail ==
          "alloca has no room for 1048576 bytes: a thread has 524288 bytes of local memory");
    const Fault behind = BodyTest(R"(
    alloca.u64 %rd2, 16;
    st.local.u32 [%rd2+16], 1;
)")
                             .fault();
    CHECK(behind.kind == FaultKind::invalid_write);
    CHECK(behind.space == vgpu::ptx::Space::local);
    const Fault restored = BodyTest("    mov.u64 %rd2, 64;\n    stackrestore.u64 %rd2;\n").fault();
    CHECK(restored.message == "Invalid stackrestore");
}

TEST_CASE("a call of a function that is only declared says its name") {
    const Fault fault =
        BodyTest(R"(
    ld.global.u64 %rd2, [table];
    prototype: .callprototype _ ();
    call %rd2, (), prototype;
)",
                 1, ".extern .func _Z3foov();\n.global .u64 table[1] = {_Z3foov};\n")
            .fault();
    CHECK(fault.kind == FaultKind::illegal_instruction);
    CHECK(fault.detail == "'foo()' is declared, but nothing in this program defines it");
}

TEST_CASE("calls with a list of targets, functions with directives") {
    const auto values = BodyTest(R"(
    .param .b32 r;
    ld.const.u64 %rd2, [table];
    targets: .calltargets five;
    call (r), %rd2, (), targets;
    ld.param.b32 %r1, [r];
    st.global.u32 [%rd1], %r1;
)",
                                 1, R"(
.func (.param .b32 r) five() .abi_preserve 16 .abi_preserve_control 2
{
    .pragma "abi_param_reg all";
    st.param.b32 [r], 5;
    ret;
}
.func stop() .noreturn;
.const .align 8 .u64 table[1] = {five};
)")
                            .outputs();
    CHECK(values[0] == 5);
}
