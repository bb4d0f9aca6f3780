// Functions that the device runtime provides: printf, assert, malloc and free, memcpy and memset.
#include "kernel_text.hpp"
#include "machine.hpp"

#include "vgpu/exec/print_format.hpp"

using namespace vgpu::exec;
using namespace vgpu::exec::test;

namespace {

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
