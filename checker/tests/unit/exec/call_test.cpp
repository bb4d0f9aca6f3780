// Functions: calls, recursion, indirect calls.
#include "kernel_text.hpp"
#include "machine.hpp"

#include "vgpu/exec/names.hpp"

using namespace vgpu::exec;
using namespace vgpu::exec::test;

namespace {

constexpr std::string_view functions = R"(
.func (.param .b32 result) factorial(.param .b32 n)
{
    .local .align 4 .b8 depot[8];
    .reg .pred %p<2>;
    .reg .b32 %r<8>;
    .reg .b64 %rd<4>;
    ld.param.u32 %r1, [n];
    mov.u64 %rd1, depot;
    st.local.u32 [%rd1], %r1;
    setp.lt.u32 %p1, %r1, 2;
    mov.u32 %r4, 1;
    @%p1 bra $done;
    add.s32 %r2, %r1, -1;
    {
    .param .b32 param0;
    st.param.b32 [param0+0], %r2;
    .param .b32 retval0;
    call.uni (retval0), factorial, (param0);
    ld.param.b32 %r3, [retval0+0];
    }
    ld.local.u32 %r5, [%rd1];
    mul.lo.s32 %r4, %r3, %r5;
$done:
    st.param.b32 [result+0], %r4;
    ret;
}
.func (.param .b64 result) twice(.param .b64 x)
{
    .reg .b64 %rd<4>;
    ld.param.u64 %rd1, [x];
    add.s64 %rd1, %rd1, %rd1;
    st.param.b64 [result+0], %rd1;
    ret;
}
.func (.param .b64 result) negate(.param .b64 x)
{
    .reg .b64 %rd<4>;
    ld.param.u64 %rd1, [x];
    neg.s64 %rd1, %rd1;
    st.param.b64 [result+0], %rd1;
    ret;
}
.global .align 8 .u64 table[2] = {twice, negate};
.func endless(.param .b32 n)
{
    .reg .b32 %r<2>;
    ld.param.u32 %r1, [n];
    {
    .param .b32 param0;
    st.param.b32 [param0], %r1;
    call.uni endless, (param0);
    }
    ret;
}
)";

std::vector<std::uint32_t> outputs_of(std::string_view body, std::uint32_t threads = 32) {
    TestDevice device(kernel(body, functions));
    const auto out = device.upload(std::vector<std::uint32_t>(threads, 0));
    device.run_well("k", grid(1, threads), out);
    return device.download<std::uint32_t>(out, threads);
}

} // namespace

TEST_CASE("recursion, to another depth in each lane") {
    const auto values = outputs_of(R"(
    and.b32 %r1, %r0, 7;
    {
    .param .b32 param0;
    st.param.b32 [param0+0], %r1;
    .param .b32 retval0;
    call.uni (retval0), factorial, (param0);
    ld.param.b32 %r2, [retval0+0];
    }
    st.global.u32 [%rd1], %r2;
)");
    const std::uint32_t expected[] = {1, 1, 2, 6, 24, 120, 720, 5040};
    for (std::uint32_t i = 0; i < 32; ++i) CHECK(values[i] == expected[i & 7]);
}

TEST_CASE("calls through addresses, different ones in one warp") {
    const auto values = outputs_of(R"(
    and.b32 %r1, %r0, 1;
    mul.wide.u32 %rd2, %r1, 8;
    mov.u64 %rd3, table;
    add.s64 %rd3, %rd3, %rd2;
    ld.global.u64 %rd4, [%rd3];
    cvt.u64.u32 %rd5, %r0;
    {
    .param .b64 param0;
    st.param.b64 [param0+0], %rd5;
    .param .b64 retval0;
    prototype: .callprototype (.param .b64 _) _ (.param .b64 _);
    call (retval0), %rd4, (param0), prototype;
    ld.param.b64 %rd6, [retval0+0];
    }
    cvt.u32.u64 %r2, %rd6;
    activemask.b32 %r3;
    setp.ne.u32 %p1, %r3, -1;
    @%p1 mov.u32 %r2, 12345;
    st.global.u32 [%rd1], %r2;
)");
    for (std::uint32_t i = 0; i < 32; ++i) CHECK(values[i] == (i % 2 == 0 ? 2 * i : 0u - i));
}

TEST_CASE("a call under a guard, and one in a divergent branch") {
    const auto values = outputs_of(R"(
    setp.lt.u32 %p1, %r0, 5;
    mov.u32 %r2, 3;
    @!%p1 bra $skip;
    {
    .param .b32 param0;
    st.param.b32 [param0+0], 4;
    .param .b32 retval0;
    call (retval0), factorial, (param0);
    ld.param.b32 %r2, [retval0+0];
    }
$skip:
    activemask.b32 %r3;
    popc.b32 %r3, %r3;
    add.s32 %r2, %r2, %r3;
    st.global.u32 [%rd1], %r2;
)");
    for (std::uint32_t i = 0; i < 32; ++i) CHECK(values[i] == (i < 5 ? 24 : 3) + 32);
}

TEST_CASE("a parameter whose address is taken lies in the thread's memory, in that of each call") {
    // deeper(depth, words): adds words[1] by its address, which calls behind it are given as well;
    // what it writes there is its own.
    constexpr std::string_view deeper = R"(
.func (.param .b32 sum) through(.param .b64 pointer)
{
    .reg .b32 %r<2>;
    .reg .b64 %rd<2>;
    ld.param.u64 %rd1, [pointer];
    ld.u32 %r1, [%rd1+4];
    st.param.b32 [sum], %r1;
    ret;
}
.func (.param .b32 sum) deeper(.param .b32 depth, .param .align 8 .b8 words[16])
{
    .reg .pred %p<2>;
    .reg .b32 %r<8>;
    .reg .b64 %rd<4>;
    mov.b64 %rd2, words;
    cvta.local.u64 %rd1, %rd2;
    ld.param.u32 %r1, [depth];
    ld.u32 %r2, [%rd1+4];
    add.u32 %r3, %r2, 1;
    st.u32 [%rd1+4], %r3;
    mov.u32 %r5, 0;
    setp.eq.u32 %p1, %r1, 0;
    @%p1 bra $end;
    sub.u32 %r4, %r1, 1;
    {
    .param .b32 next; .param .align 8 .b8 whole[16]; .param .b32 r;
    st.param.b32 [next], %r4;
    st.param.b32 [whole+4], %r3;
    call (r), deeper, (next, whole);
    ld.param.b32 %r5, [r];
    }
$end:
    {
    .param .b64 p; .param .b32 r;
    st.param.b64 [p], %rd1;
    call (r), through, (p);
    ld.param.b32 %r6, [r];
    }
    add.u32 %r6, %r6, %r5;
    st.param.b32 [sum], %r6;
    ret;
}
)";
    TestDevice device(kernel(R"(
    and.b32 %r1, %r0, 3;
    {
    .param .b32 depth; .param .align 8 .b8 whole[16]; .param .b32 r;
    st.param.b32 [depth], %r1;
    st.param.b32 [whole+4], %r0;
    call (r), deeper, (depth, whole);
    ld.param.b32 %r2, [r];
    }
    st.global.u32 [%rd1], %r2;
)",
                             deeper));
    const auto out = device.upload(std::vector<std::uint32_t>(32, 0));
    device.run_well("k", grid(1, 32), out);
    const auto sums = device.download<std::uint32_t>(out, 32);
    for (std::uint32_t i = 0; i < 32; ++i) {
        std::uint32_t expected = 0;
        for (std::uint32_t depth = 0; depth <= (i & 3); ++depth) expected += i + 1 + depth;
        CHECK(sums[i] == expected);
    }
}

TEST_CASE("recursion without end") {
    TestDevice device(kernel(R"(
    {
    .param .b32 param0;
    st.param.b32 [param0], 1;
    call.uni endless, (param0);
    }
)",
                             functions));
    const auto result = device.run("k", grid(1, 32), device.upload(std::vector<int>(32)));
    REQUIRE(result.fault);
    CHECK(result.fault->kind == FaultKind::stack_overflow);
    CHECK(result.fault->message == "Stack overflow");
}

TEST_CASE("a call of something that is no function") {
    TestDevice device(kernel(R"(
    {
    .param .b64 param0;
    .param .b64 retval0;
    st.param.b64 [param0], 1;
    prototype: .callprototype (.param .b64 _) _ (.param .b64 _);
    call (retval0), %rd0, (param0), prototype;
    }
)",
                             functions));
    const auto result = device.run("k", grid(1, 32), device.upload(std::vector<int>(32)));
    REQUIRE(result.fault);
    CHECK(result.fault->kind == FaultKind::illegal_instruction);
}

TEST_CASE("names as NVIDIA's tools spell them") {
    CHECK(readable_name("_Z3addPKiS0_Pii") == "add(const int *, const int *, int *, int)");
    CHECK(readable_name("_Z1kPPKfRKd") == "k(const float **, const double &)");
    CHECK(readable_name("plain") == "plain");
    CHECK(respell("_INTERNAL_00facfaf_15_counter_race_cu_5aed2d5e::atomicAdd") == "atomicAdd");
    CHECK(respell("k(_INTERNAL_1a2b_4_a_cu_5e6f::T*)") == "k(T *)");
    CHECK(respell("my_INTERNAL_name::f") == "my_INTERNAL_name::f");
}
