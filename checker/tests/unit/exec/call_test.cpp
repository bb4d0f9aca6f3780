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
    CHECK(print("%a|%-8lld|%+.3d|%*d", {0x3ff8000000000000, ~0ull, 7, 5, 42}) ==
          "0x1.8p+0|-1      |+007|   42");
    CHECK(print("%hhu %hu %o %i", {0x1ff, 0x1ffff, 8, 0x80000000}) == "255 65535 10 -2147483648");
    CHECK(print("%999999999d", {1}).size() == 4096);
    // What stands behind the 32nd argument is printed as it is written.
    std::string many;
    for (int i = 0; i < 34; ++i) many += "%d ";
    const std::string printed = print(many, std::vector<std::uint64_t>(34, 7));
    CHECK(printed.ends_with("7 7 %d %d "));
    CHECK(printed.size() == 32 * 2 + 2 * 3);
    CHECK(print("%g %e", {0x3fe0000000000000, 0x3fe0000000000000}) == "0.5 5.000000e-01");
}

TEST_CASE("each thread whose assertion fails says so; the others go on to the end") {
    TestDevice device(kernel(R"(
    setp.lt.u32 %p1, %r0, 30;
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
    st.global.u32 [%rd1], 99;
$fine:
    bar.sync 0;
    st.global.u32 [%rd1], 1;
)",
                             runtime));
    std::string errors;
    device->set_error_print([&](std::string_view text) { errors += text; });
    const auto out = device.upload(std::vector<std::uint32_t>(64));
    const auto result = device.run("k", grid(1, 33), out);
    REQUIRE(result.fault);
    CHECK(result.fault->kind == FaultKind::assertion);
    CHECK(result.fault->count == 3);
    CHECK(result.fault->site.thread == Dim3{30, 0, 0});
    CHECK(result.fault->message ==
          "a.cu:14: void k(): block: [0,0,0], thread: [30,0,0] Assertion `n<5` failed.");
    CHECK(errors ==
          "a.cu:14: void k(): block: [0,0,0], thread: [30,0,0] Assertion `n<5` failed.\n"
          "a.cu:14: void k(): block: [0,0,0], thread: [31,0,0] Assertion `n<5` failed.\n"
          "a.cu:14: void k(): block: [0,0,0], thread: [32,0,0] Assertion `n<5` failed.\n");
    const auto values = device.download<std::uint32_t>(out, 33);
    for (std::uint32_t i = 0; i < 33; ++i) CHECK(values[i] == (i < 30 ? 1 : 0));
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

TEST_CASE("the heap of kernels: its limit, alignment, and frees that are wrong") {
    constexpr std::string_view allocate_and_free = R"(
    .param .b64 size, pointer;
    mov.u64 %rd2, 100;
    @%p1 mov.u64 %rd2, 0;
    st.param.b64 [size], %rd2;
    call.uni (pointer), malloc, (size);
    ld.param.b64 %rd3, [pointer];
    and.b64 %rd4, %rd3, 15;
    setp.eq.u64 %p2, %rd3, 0;
    selp.u32 %r1, 1000, 0, %p2;
    cvt.u32.u64 %r2, %rd4;
    add.u32 %r1, %r1, %r2;
    st.global.u32 [%rd1], %r1;
)";
    SECTION("a full heap, and nothing wanted, give null") {
        TestDevice device(
            kernel("    setp.eq.u32 %p1, %r0, 1;\n" + std::string(allocate_and_free), runtime));
        device->set_heap_limit(250);
        const auto out = device.upload(std::vector<std::uint32_t>(4, 9));
        device.run_well("k", grid(1, 4), out);
        CHECK(device.download<std::uint32_t>(out, 4) ==
              std::vector<std::uint32_t>{0, 1000, 0, 1000});
    }
    const auto fault_after = [&](std::string_view more) {
        TestDevice device(kernel("    setp.ne.u32 %p1, %r0, %r0;\n" +
                                     std::string(allocate_and_free) + std::string(more),
                                 runtime));
        const auto out = device.upload(std::vector<std::uint32_t>(4, 9));
        const auto result = device.run("k", grid(1, 1), out);
        REQUIRE(result.fault);
        return result.fault->message;
    };
    const std::string free_it =
        "    st.param.b64 [pointer], %rd3;\n    call.uni free, (pointer);\n";
    CHECK(fault_after(free_it + free_it) == "Double free");
    CHECK(fault_after("    add.s64 %rd3, %rd3, 8;\n" + free_it) == "Invalid pointer to free");
    CHECK(fault_after("    mov.u64 %rd3, %rd0;\n" + free_it) == "Invalid pointer to free");
}

TEST_CASE("memcpy, memmove and memset as functions") {
    constexpr std::string_view declarations = R"(
.extern .func (.param .b64 r) memcpy(.param .b64 to, .param .b64 from, .param .b64 bytes);
.extern .func (.param .b64 r) memmove(.param .b64 to, .param .b64 from, .param .b64 bytes);
.extern .func (.param .b64 r) memset(.param .b64 to, .param .b32 value, .param .b64 bytes);
)";
    const auto run = [&](std::string_view body) {
        TestDevice device(kernel(body, declarations));
        const auto out = device.upload(std::vector<std::uint32_t>{1, 2, 3, 4, 5, 6, 7, 8});
        const auto result = device.run("k", grid(1, 1), out);
        return std::pair(result.fault, device.download<std::uint32_t>(out, 8));
    };
    const auto [set_fault, set] = run(R"(
    .param .b64 to, bytes, r;
    .param .b32 value;
    st.param.b64 [to], %rd0;
    st.param.b32 [value], 4369;
    st.param.b64 [bytes], 6;
    call.uni (r), memset, (to, value, bytes);
)");
    CHECK_FALSE(set_fault);
    CHECK(set == std::vector<std::uint32_t>{0x11111111, 0x1111, 3, 4, 5, 6, 7, 8});
    const auto [move_fault, moved] = run(R"(
    .param .b64 to, from, bytes, r;
    add.s64 %rd2, %rd0, 8;
    st.param.b64 [to], %rd2;
    st.param.b64 [from], %rd0;
    st.param.b64 [bytes], 16;
    call.uni (r), memmove, (to, from, bytes);
    ld.param.b64 %rd3, [r];
    st.global.u32 [%rd3+16], 99;
)");
    CHECK_FALSE(move_fault);
    CHECK(moved == std::vector<std::uint32_t>{1, 2, 1, 2, 3, 4, 99, 8});
    const auto [copy_fault, copied] = run(R"(
    .param .b64 to, from, bytes, r;
    mov.u64 %rd2, depot;
    cvta.local.u64 %rd2, %rd2;
    st.param.b64 [to], %rd2;
    st.param.b64 [from], %rd0;
    st.param.b64 [bytes], 65;
    call.uni (r), memcpy, (to, from, bytes);
)");
    REQUIRE(copy_fault);
    CHECK(copy_fault->message == "Invalid __global__ read of size 1 bytes");
}

TEST_CASE("names as NVIDIA's tools spell them") {
    CHECK(readable_name("_Z3addPKiS0_Pii") == "add(const int *, const int *, int *, int)");
    CHECK(readable_name("_Z1kPPKfRKd") == "k(const float **, const double &)");
    CHECK(readable_name("plain") == "plain");
    CHECK(respell("_INTERNAL_00facfaf_15_counter_race_cu_5aed2d5e::atomicAdd") == "atomicAdd");
    CHECK(respell("k(_INTERNAL_1a2b_4_a_cu_5e6f::T*)") == "k(T *)");
    CHECK(respell("my_INTERNAL_name::f") == "my_INTERNAL_name::f");
}
