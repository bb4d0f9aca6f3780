// Functions: calls, recursion, indirect calls, and what the device runtime provides.
#include "machine.hpp"

#include "vgpu/exec/names.hpp"
#include "vgpu/exec/print_format.hpp"

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

std::string kernel(std::string_view body, std::string_view before = functions) {
    return std::string(before) + R"(
.visible .entry k(.param .u64 out)
{
    .local .align 8 .b8 depot[64];
    .reg .pred %p<20>;
    .reg .b32 %r<40>;
    .reg .b64 %rd<30>;
    .reg .f64 %fd<10>;
    ld.param.u64 %rd0, [out];
    mov.u32 %r0, %tid.x;
    mul.wide.u32 %rd1, %r0, 4;
    add.s64 %rd1, %rd0, %rd1;
)" + std::string(body) +
           "\n    ret;\n}\n";
}

std::vector<std::uint32_t> outputs_of(std::string_view body, std::uint32_t threads = 32) {
    TestDevice device(kernel(body));
    const auto out = device.upload(std::vector<std::uint32_t>(threads, 0));
    device.run_well("k", grid(1, threads), out);
    return device.download<std::uint32_t>(out, threads);
}

constexpr std::string_view runtime = R"(
.extern .func (.param .b32 r) vprintf(.param .b64 format, .param .b64 arguments);
.extern .func (.param .b64 r) malloc(.param .b64 size);
.extern .func free(.param .b64 pointer);
.extern .func __assertfail(.param .b64 m, .param .b64 f, .param .b32 l, .param .b64 fn, .param .b64 s);
.global .align 1 .b8 format[] = {116, 37, 100, 32, 37, 115, 32, 37, 46, 50, 102, 32, 37, 108, 108, 117, 10, 0};
.global .align 1 .b8 word[] = {97, 98, 99, 0};
.global .align 1 .b8 file[] = {97, 46, 99, 117, 0};
.global .align 1 .b8 condition[] = {110, 60, 53, 0};
.global .align 1 .b8 name[] = {118, 111, 105, 100, 32, 107, 40, 41, 0};
)";

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

TEST_CASE("recursion without end") {
    TestDevice device(kernel(R"(
    {
    .param .b32 param0;
    st.param.b32 [param0], 1;
    call.uni endless, (param0);
    }
)"));
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
)"));
    const auto result = device.run("k", grid(1, 32), device.upload(std::vector<int>(32)));
    REQUIRE(result.fault);
    CHECK(result.fault->kind == FaultKind::illegal_instruction);
}

TEST_CASE("printf, lane after lane") {
    TestDevice device(kernel(R"(
    mov.u64 %rd2, depot;
    cvta.local.u64 %rd3, %rd2;
    st.local.u32 [%rd2], %r0;
    mov.u64 %rd4, word;
    st.local.u64 [%rd2+8], %rd4;
    mov.f64 %fd1, 0d3FF8000000000000;
    st.local.f64 [%rd2+16], %fd1;
    mov.u64 %rd5, 18446744073709551615;
    st.local.u64 [%rd2+24], %rd5;
    mov.u64 %rd6, format;
    {
    .param .b64 param0;
    st.param.b64 [param0+0], %rd6;
    .param .b64 param1;
    st.param.b64 [param1+0], %rd3;
    .param .b32 retval0;
    call.uni (retval0), vprintf, (param0, param1);
    ld.param.b32 %r2, [retval0+0];
    }
    st.global.u32 [%rd1], %r2;
)",
                             runtime));
    const auto out = device.upload(std::vector<std::uint32_t>(2, 0));
    device.run_well("k", grid(1, 2), out);
    CHECK(device.printed() ==
          "t0 abc 1.50 18446744073709551615\nt1 abc 1.50 18446744073709551615\n");
    CHECK(device.download<std::uint32_t>(out, 2) == std::vector<std::uint32_t>{4, 4});
}

TEST_CASE("formats of printf") {
    std::vector<std::uint64_t> values;
    PrintSource source;
    std::size_t next = 0;
    source.argument = [&](std::uint64_t, int) -> std::optional<std::uint64_t> {
        return values.at(next++);
    };
    source.string = [](std::uint64_t) -> std::optional<std::string> { return "text"; };
    const auto print = [&](std::string_view format, std::vector<std::uint64_t> arguments) {
        values = std::move(arguments);
        next = 0;
        return format_print(format, source)->text;
    };
    CHECK(print("plain 100%%\n", {}) == "plain 100%\n");
    CHECK(print("%d", {0xffffffffu}) == "-1");
    CHECK(print("%ld|%lx", {~0ull, 255}) == "-1|ff");
    CHECK(print("%5.1f|%-6s|", {0x4002000000000000, 1}) == "  2.2|text  |");
    CHECK(print("%.*f %d %*d", {2, 4, 7}) == "%.*f 2    7"); // no precision from an argument
    CHECK(print("%08X %c", {0xbeef, 'x'}) == "0000BEEF x");
    CHECK(print("%hhd", {0x180}) == "-128");
    CHECK(print("%zu %p", {7, 0x302000000000}) == "7 0x302000000000");
    CHECK(print("%s", {0}) == "(null)");
    CHECK(print("%q %", {}) == "%q %");
    CHECK(print("%g %e", {0x3fe0000000000000, 0x3fe0000000000000}) == "0.5 5.000000e-01");
}

TEST_CASE("an assertion that fails") {
    TestDevice device(kernel(R"(
    setp.lt.u32 %p1, %r0, 5;
    @%p1 bra $fine;
    mov.u64 %rd2, condition;
    mov.u64 %rd3, file;
    mov.u64 %rd4, name;
    {
    .param .b64 param0;
    st.param.b64 [param0+0], %rd2;
    .param .b64 param1;
    st.param.b64 [param1+0], %rd3;
    .param .b32 param2;
    st.param.b32 [param2+0], 14;
    .param .b64 param3;
    st.param.b64 [param3+0], %rd4;
    .param .b64 param4;
    st.param.b64 [param4+0], 1;
    call.uni __assertfail, (param0, param1, param2, param3, param4);
    }
$fine:
)",
                             runtime));
    const auto result = device.run("k", grid(1, 32), device.upload(std::vector<int>(32)));
    REQUIRE(result.fault);
    CHECK(result.fault->kind == FaultKind::assertion);
    CHECK(result.fault->message ==
          "a.cu:14: void k(): block: [0,0,0], thread: [5,0,0] Assertion `n<5` "
          "failed.");
}

TEST_CASE("malloc and free in a kernel") {
    constexpr std::string_view body = R"(
    {
    .param .b64 param0;
    st.param.b64 [param0+0], 16;
    .param .b64 retval0;
    call.uni (retval0), malloc, (param0);
    ld.param.b64 %rd2, [retval0+0];
    }
    st.u32 [%rd2], %r0;
    st.u32 [%rd2+12], %r0;
    ld.u32 %r2, [%rd2+12];
    st.global.u32 [%rd1], %r2;
    {
    .param .b64 param0;
    st.param.b64 [param0+0], %rd2;
    call.uni free, (param0);
    }
)";
    TestDevice device(kernel(body, runtime));
    const auto out = device.upload(std::vector<std::uint32_t>(64, 99));
    const auto used = device->memory().used_bytes();
    device.run_well("k", grid(1, 64), out);
    for (std::uint32_t i = 0; i < 64; ++i) CHECK(device.download<std::uint32_t>(out, 64)[i] == i);
    CHECK(device->memory().used_bytes() == used);

    TestDevice again(kernel(std::string(body) + "    ld.u32 %r3, [%rd2];\n", runtime));
    const auto result = again.run("k", grid(1, 32), again.upload(std::vector<int>(32)));
    REQUIRE(result.fault);
    CHECK(result.fault->kind == FaultKind::invalid_read);
    CHECK(result.fault->detail.find("was freed") != std::string::npos);
    CHECK(result.fault->allocation == "malloc of 16 bytes");
}

TEST_CASE("names as NVIDIA's tools spell them") {
    CHECK(readable_name("_Z3addPKiS0_Pii") == "add(const int *, const int *, int *, int)");
    CHECK(readable_name("_Z1kPPKfRKd") == "k(const float **, const double &)");
    CHECK(readable_name("plain") == "plain");
}
