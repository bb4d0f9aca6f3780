// Loads, stores and atomics of every space.
#include "machine.hpp"

#include "vgpu/exec/device_memory.hpp"

using namespace vgpu::exec;
using namespace vgpu::exec::test;

namespace {

std::string kernel(std::string_view body, std::string_view before = "") {
    return std::string(before) + R"(
.visible .entry k(.param .u64 out, .param .u64 in)
{
    .reg .pred %p<20>;
    .reg .b16 %h<20>;
    .reg .b32 %r<40>;
    .reg .f32 %f<10>;
    .reg .b64 %rd<30>;
    .reg .f64 %fd<10>;
    ld.param.u64 %rd0, [out];
    ld.param.u64 %rd10, [in];
    mov.u32 %r0, %tid.x;
    mul.wide.u32 %rd1, %r0, 8;
    add.s64 %rd1, %rd0, %rd1;
)" + std::string(body) +
           "\n    ret;\n}\n";
}

// out[tid] of 8 bytes each.
std::vector<std::uint64_t> outputs_of(const std::string& ptx, std::uint32_t threads,
                                      const std::vector<std::uint8_t>& in = {0}) {
    TestDevice device(ptx);
    const auto out = device.upload(std::vector<std::uint64_t>(threads, 0));
    device.run_well("k", grid(1, threads), out, device.upload(in));
    return device.download<std::uint64_t>(out, threads);
}

std::vector<std::uint8_t> bytes(std::size_t count) {
    std::vector<std::uint8_t> values(count);
    for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<std::uint8_t>(0x80 + 7 * i);
    return values;
}

template <class T>
T at(const std::vector<std::uint8_t>& values, std::size_t offset) {
    T value;
    std::memcpy(&value, values.data() + offset, sizeof value);
    return value;
}

} // namespace

TEST_CASE("loads extend to the width of their register") {
    const auto in = bytes(256);
    struct Case {
        const char* load;
        std::size_t width;
        std::uint64_t (*expected)(const std::vector<std::uint8_t>&, std::size_t);
    };
    const Case cases[] = {
        {"ld.global.u8 %rd2, [%rd11];", 1,
         [](const auto& v, std::size_t o) -> std::uint64_t { return at<std::uint8_t>(v, o); }},
        {"ld.global.s8 %rd2, [%rd11];", 1,
         [](const auto& v, std::size_t o) -> std::uint64_t {
             return static_cast<std::uint64_t>(std::int64_t{at<std::int8_t>(v, o)});
         }},
        {"ld.global.s8 %r1, [%rd11]; cvt.u64.u32 %rd2, %r1;", 1,
         [](const auto& v, std::size_t o) -> std::uint64_t {
             return static_cast<std::uint32_t>(std::int32_t{at<std::int8_t>(v, o)});
         }},
        {"ld.global.s8 %h1, [%rd11]; cvt.u64.u16 %rd2, %h1;", 1,
         [](const auto& v, std::size_t o) -> std::uint64_t {
             return static_cast<std::uint16_t>(std::int16_t{at<std::int8_t>(v, o)});
         }},
        {"ld.global.s16 %rd2, [%rd11];", 2,
         [](const auto& v, std::size_t o) -> std::uint64_t {
             return static_cast<std::uint64_t>(std::int64_t{at<std::int16_t>(v, o)});
         }},
        {"ld.global.u16 %h1, [%rd11]; cvt.u64.u16 %rd2, %h1;", 2,
         [](const auto& v, std::size_t o) -> std::uint64_t { return at<std::uint16_t>(v, o); }},
        {"ld.global.s32 %rd2, [%rd11];", 4,
         [](const auto& v, std::size_t o) -> std::uint64_t {
             return static_cast<std::uint64_t>(std::int64_t{at<std::int32_t>(v, o)});
         }},
        {"ld.global.b64 %rd2, [%rd11];", 8,
         [](const auto& v, std::size_t o) -> std::uint64_t { return at<std::uint64_t>(v, o); }},
    };
    for (const Case& each : cases) {
        CAPTURE(each.load);
        const auto values =
            outputs_of(kernel("mul.wide.u32 %rd11, %r0, " + std::to_string(each.width) +
                              "; add.s64 %rd11, %rd10, %rd11;\n" + each.load +
                              "\n    st.global.u64 [%rd1], %rd2;"),
                       32, in);
        for (std::size_t i = 0; i < 32; ++i) CHECK(values[i] == each.expected(in, i * each.width));
    }
}

TEST_CASE("stores write the low bytes of wider registers") {
    const auto values = outputs_of(kernel(R"(
    mov.u64 %rd2, 0x1122334455667788;
    mov.u32 %r1, 0xaabbccdd;
    st.global.u32 [%rd1], %rd2;
    st.global.u8 [%rd1+4], %r1;
    st.global.u16 [%rd1+6], %r1;
)"),
                                   4);
    for (const std::uint64_t value : values) CHECK(value == 0xccdd'00dd'55667788ull);
}

TEST_CASE("vectors of registers, strided, scattered and in part") {
    const std::string body = R"(
    xor.b32 %r1, %r0, 5;
    mul.wide.u32 %rd2, %r1, 16;
    add.s64 %rd2, %rd10, %rd2;
    setp.ne.u32 %p1, %r0, 3;
    mov.u32 %r4, 0;
    mov.u32 %r7, 0;
    @%p1 ld.global.v4.u32 {%r4, _, %r6, %r7}, [%rd2];
    add.s32 %r4, %r4, %r7;
    cvt.u64.u32 %rd3, %r4;
    st.global.u64 [%rd1], %rd3;
)";
    std::vector<std::uint8_t> in(16 * 32);
    for (std::uint32_t i = 0; i < 128; ++i) std::memcpy(in.data() + 4 * i, &i, 4);
    const auto values = outputs_of(kernel(body), 32, in);
    for (std::uint32_t i = 0; i < 32; ++i) CHECK(values[i] == (i == 3 ? 0 : 8 * (i ^ 5) + 3));

    const auto stored = outputs_of(kernel(R"(
    shr.u32 %r1, %r0, 1;
    mul.wide.u32 %rd2, %r1, 16;
    add.s64 %rd2, %rd0, %rd2;
    cvt.u64.u32 %rd3, %r0;
    and.b32 %r2, %r0, 1;
    setp.eq.u32 %p1, %r2, 0;
    @%p1 st.global.v2.u64 [%rd2], {%rd3, 77};
)"),
                                   32);
    for (std::uint32_t i = 0; i < 32; ++i) CHECK(stored[i] == (i % 2 == 0 ? i : 77));
}

TEST_CASE("all lanes at one address: each reads it, the highest lane's store stays") {
    const auto values = outputs_of(kernel(R"(
    ld.global.u64 %rd2, [%rd10];
    st.global.u64 [%rd1], %rd2;
    st.global.u32 [%rd0], %r0;
)"),
                                   32, bytes(8));
    for (std::size_t i = 1; i < 32; ++i) CHECK(values[i] == at<std::uint64_t>(bytes(8), 0));
    CHECK((values[0] & 0xffffffff) == 31);
}

TEST_CASE("static, dynamic and generic shared memory") {
    const std::string ptx = kernel(R"(
    mov.u32 %r1, first;
    mov.u32 %r2, second;
    mov.u32 %r3, dynamic;
    shl.b32 %r4, %r0, 2;
    add.s32 %r5, %r1, %r4;
    st.shared.u32 [%r5], %r0;
    cvt.u64.u32 %rd2, %r2;
    cvta.shared.u64 %rd3, %rd2;
    cvt.u64.u32 %rd4, %r4;
    add.s64 %rd3, %rd3, %rd4;
    add.s32 %r6, %r0, 1000;
    st.u32 [%rd3], %r6;
    add.s32 %r7, %r3, %r4;
    add.s32 %r8, %r0, 2000;
    st.shared.u32 [%r7], %r8;
    bar.sync 0;
    ld.shared.u32 %r9, [%r5];
    ld.u32 %r10, [%rd3];
    ld.shared.u32 %r11, [dynamic+4];
    ld.shared.u32 %r12, [second+8];
    add.s32 %r9, %r9, %r10;
    add.s32 %r9, %r9, %r11;
    add.s32 %r9, %r9, %r12;
    cvt.u64.u32 %rd5, %r9;
    st.global.u64 [%rd1], %rd5;
)",
                                   R"(
.shared .align 4 .b8 first[128];
.shared .align 8 .b8 second[128];
.extern .shared .align 16 .b8 dynamic[];
)");
    TestDevice device(ptx);
    const auto out = device.upload(std::vector<std::uint64_t>(32, 0));
    const auto kernel_id = *device->find_kernel(device.module(), "k");
    CHECK(device->attributes(kernel_id).static_shared_bytes == 256);
    device.run_well("k", grid(2, 32, 128), out, out);
    const auto values = device.download<std::uint64_t>(out, 32);
    for (std::uint32_t i = 0; i < 32; ++i) CHECK(values[i] == 2 * i + 1000 + 2001 + 1002);
}

TEST_CASE("local memory belongs to a thread") {
    const auto values = outputs_of(kernel(R"(
    .local .align 16 .b8 depot[64];
    mov.u64 %rd2, depot;
    cvta.local.u64 %rd3, %rd2;
    and.b32 %r1, %r0, 7;
    mul.wide.u32 %rd4, %r1, 4;
    add.s64 %rd5, %rd2, %rd4;
    st.local.u32 [%rd5], %r0;              // each lane at its own offset
    ld.local.u32 %r2, [%rd5];
    mov.u64 %rd6, 0x8877665544332211;
    st.local.u64 [depot+40], %rd6;
    ld.u8 %r3, [%rd3+43];                  // the same through generic addresses
    st.u16 [%rd3+46], %r0;
    ld.local.v2.u32 {%r4, %r5}, [%rd2+40];
    shr.u32 %r5, %r5, 16;
    add.s32 %r2, %r2, %r5;
    shl.b32 %r3, %r3, 16;
    add.s32 %r2, %r2, %r3;
    cvt.u64.u32 %rd7, %r2;
    st.global.u64 [%rd1], %rd7;
)"),
                                   32);
    for (std::uint32_t i = 0; i < 32; ++i) CHECK(values[i] == 2 * i + (0x44u << 16));
}

TEST_CASE("constants and initialised variables, with addresses of others") {
    const std::string ptx = kernel(R"(
    and.b32 %r1, %r0, 3;
    mul.wide.u32 %rd2, %r1, 4;
    mov.u64 %rd3, table;
    add.s64 %rd3, %rd3, %rd2;
    ld.const.u32 %r2, [%rd3];
    ld.global.u64 %rd4, [pointer];
    ld.global.u32 %r3, [%rd4];
    ld.const.u32 %r4, [table+12];
    add.s32 %r2, %r2, %r3;
    add.s32 %r2, %r2, %r4;
    cvt.u64.u32 %rd5, %r2;
    st.global.u64 [%rd1], %rd5;
)",
                                   R"(
.const .align 4 .u32 table[4] = {10, 20, 30, 40};
.global .align 4 .u32 counters[3] = {0, 0, 500};
.global .align 8 .u64 pointer = counters+8;
.global .align 4 .u32 untouched;
)");
    TestDevice device(ptx);
    const auto out = device.upload(std::vector<std::uint64_t>(8, 0));
    device.run_well("k", grid(1, 8), out, out);
    const auto values = device.download<std::uint64_t>(out, 8);
    for (std::uint32_t i = 0; i < 8; ++i) CHECK(values[i] == 10 * (i % 4 + 1) + 500 + 40);

    const auto variable = device->find_variable(device.module(), "untouched");
    REQUIRE(variable);
    CHECK(variable->bytes == 4);
    CHECK(device.download<std::uint32_t>(variable->address, 1)[0] == 0);
    CHECK_FALSE(device->find_variable(device.module(), "nothing"));
}

TEST_CASE("atomics hand out the old values in the order of the lanes") {
    TestDevice device(kernel(R"(
    atom.global.add.u32 %r1, [%rd10], 3;
    atom.global.max.s32 %r2, [%rd10+4], %r0;
    red.global.add.f32 [%rd10+8], 0f3F000000;
    atom.global.cas.b64 %rd2, [%rd10+16], 0, 9;
    atom.global.inc.u32 %r3, [%rd10+24], 4;
    cvt.u64.u32 %rd3, %r1;
    st.global.u64 [%rd1], %rd3;
)"));
    const auto in = device.upload(std::vector<std::uint32_t>(8, 0));
    const auto out = device.upload(std::vector<std::uint64_t>(64, 0));
    device.run_well("k", grid(1, 64), out, in);
    const auto values = device.download<std::uint64_t>(out, 64);
    for (std::uint32_t i = 0; i < 64; ++i) CHECK(values[i] == 3 * i);
    const auto results = device.download<std::uint32_t>(in, 8);
    CHECK(results[0] == 3 * 64);
    CHECK(results[1] == 63);
    CHECK(results[2] == 0x42000000); // 32.0f
    CHECK(results[4] == 9);
    CHECK(results[6] == 64 % 5);
}

TEST_CASE("atomics on shared memory and through generic addresses") {
    const auto values = outputs_of(kernel(R"(
    .shared .align 4 .u32 count;
    setp.ne.u32 %p1, %r0, 0;
    @%p1 bra $go;
    st.shared.u32 [count], 0;
$go:
    bar.sync 0;
    mov.u32 %r1, count;
    red.shared.add.u32 [%r1], 2;
    cvt.u64.u32 %rd2, %r1;
    cvta.shared.u64 %rd2, %rd2;
    atom.add.u32 %r2, [%rd2], 1;
    bar.sync 0;
    ld.shared.u32 %r3, [count];
    cvt.u64.u32 %rd3, %r3;
    st.global.u64 [%rd1], %rd3;
)"),
                                   96);
    for (const std::uint64_t value : values) CHECK(value == 3 * 96);
}

TEST_CASE("parameters of every size, by name and by address") {
    TestDevice device(R"(
.visible .entry k(.param .u64 out, .param .u8 small, .param .align 8 .b8 pair[16], .param .f64 last)
{
    .reg .b16 %h<3>;
    .reg .b32 %r<5>;
    .reg .b64 %rd<9>;
    .reg .f64 %fd<3>;
    ld.param.u64 %rd0, [out];
    ld.param.u8 %r1, [small];
    ld.param.v2.u64 {%rd1, %rd2}, [pair];
    mov.b64 %rd3, pair;
    ld.param.u32 %r2, [%rd3+8];
    ld.param.f64 %fd1, [last];
    cvt.u64.u32 %rd4, %r1;
    add.s64 %rd1, %rd1, %rd4;
    st.global.u64 [%rd0], %rd1;
    st.global.u32 [%rd0+8], %r2;
    st.global.f64 [%rd0+16], %fd1;
    ret;
}
)");
    struct Pair {
        std::uint64_t first, second;
    };
    const auto out = device.upload(std::vector<std::uint64_t>(3, 0));
    device.run_well("k", grid(1, 32), out, std::uint8_t{200}, Pair{1000, 42}, 2.5);
    const auto values = device.download<std::uint64_t>(out, 3);
    CHECK(values == std::vector<std::uint64_t>{1200, 42, 0x4004000000000000});
}

TEST_CASE("each lane its own element of a parameter") {
    TestDevice device(R"(
.visible .entry k(.param .u64 out, .param .align 8 .b8 table[32])
{
    .reg .pred %p<2>;
    .reg .b32 %r<5>;
    .reg .b64 %rd<9>;
    ld.param.u64 %rd0, [out];
    mov.u32 %r0, %tid.x;
    mul.wide.u32 %rd1, %r0, 8;
    add.s64 %rd0, %rd0, %rd1;
    and.b32 %r1, %r0, 3;
    mul.wide.u32 %rd2, %r1, 8;
    mov.b64 %rd3, table;
    add.s64 %rd3, %rd3, %rd2;
    mov.u64 %rd4, 7;
    setp.lt.u32 %p0, %r0, 30;
    @%p0 ld.param.u64 %rd4, [%rd3];
    st.global.u64 [%rd0], %rd4;
    ret;
}
)");
    struct Table {
        std::uint64_t values[4];
    };
    const auto out = device.upload(std::vector<std::uint64_t>(32, 0));
    device.run_well("k", grid(1, 32), out, Table{{10, 1ull << 40, 12, 13}});
    const auto values = device.download<std::uint64_t>(out, 32);
    const std::uint64_t expected[] = {10, 1ull << 40, 12, 13};
    for (std::size_t i = 0; i < 30; ++i) CHECK(values[i] == expected[i % 4]);
    CHECK(values[30] == 7);
    CHECK(values[31] == 7);
}

TEST_CASE("isspacep knows what is a constant") {
    const auto values = outputs_of(kernel(R"(
    cvta.const.u64 %rd2, table;
    add.u64 %rd3, %rd2, 15;
    cvta.global.u64 %rd4, cells;
    isspacep.const %p0, %rd2;
    isspacep.const %p1, %rd3;
    isspacep.global %p2, %rd3;
    isspacep.const %p3, %rd4;
    isspacep.const %p4, %rd0;
    isspacep.shared %p5, %rd2;
    isspacep.param %p6, %rd2;
    selp.b32 %r1, 1, 0, %p0;
    @%p1 or.b32 %r1, %r1, 2;
    @%p2 or.b32 %r1, %r1, 4;
    @%p3 or.b32 %r1, %r1, 8;
    @%p4 or.b32 %r1, %r1, 16;
    @%p5 or.b32 %r1, %r1, 32;
    @%p6 or.b32 %r1, %r1, 64;
    cvt.u64.u32 %rd5, %r1;
    st.global.u64 [%rd1], %rd5;
)",
                                          R"(
.const .align 4 .u32 table[4] = {10, 20, 30, 40};
.global .align 4 .u32 cells[4];
)"),
                                   1);
    CHECK(values[0] == 7);
}

TEST_CASE("a module has 64 KiB of constants, like a GPU's") {
    const auto load = [](int words) {
        const auto device = Device::create({.memory_bytes = 1 << 20});
        return device->load(std::string(header) + ".const .align 4 .b32 first[100];\n" +
                                ".const .align 4 .b32 more[" + std::to_string(words) + "];\n",
                            "test");
    };
    CHECK(load(16284));
    const auto refused = load(16285);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().message == "the module's constant variables have 65540 bytes, a GPU has "
                                     "65536 for them");
    CHECK(refused.error().position.line == 5);
}

TEST_CASE("constants have their part of device memory, over and over") {
    DeviceMemory memory(1 << 20);
    for (int round = 0; round < 3000; ++round) {
        const auto constant = memory.allocate(
            {.bytes = 65536, .origin = "table", .initialised = true, .constant = true});
        const auto other =
            memory.allocate({.bytes = 65536, .origin = "table", .initialised = true});
        REQUIRE((constant && other));
        REQUIRE(*constant >= memory.constants());
        REQUIRE(*other < memory.constants());
        REQUIRE(memory.free(*constant) == Memory::FreeResult::freed);
        REQUIRE(memory.free(*other) == Memory::FreeResult::freed);
    }
}

TEST_CASE("constant and global variables of a function are its own, and stay") {
    TestDevice device(R"(
.const .u32 table = 1;
.visible .entry k(.param .u64 out) {
    .reg .b64 %rd<2>;
    .reg .b32 %r<6>;
    .const .align 4 .u32 table[4] = {1, 2, 30, 4};
    .global .u32 runs = 5;
    ld.param.u64 %rd1, [out];
    { .const .u32 table[2] = {7, 800}; ld.const.u32 %r2, [table+4]; }
    ld.const.u32 %r1, [table+8];
    ld.global.u32 %r3, [runs];
    add.u32 %r4, %r1, %r2;
    add.u32 %r4, %r4, %r3;
    add.u32 %r3, %r3, 1;
    st.global.u32 [runs], %r3;
    st.global.u32 [%rd1], %r4;
    ret;
}
.visible .entry other(.param .u64 out) {
    .reg .b64 %rd<2>;
    .reg .b32 %r<2>;
    .global .u32 runs = 60;
    ld.param.u64 %rd1, [out];
    ld.global.u32 %r1, [runs];
    st.global.u32 [%rd1], %r1;
    ret;
}
)",
                      {.memory_bytes = 1 << 20});
    const auto out = device.upload<std::uint32_t>({0});
    LaunchConfig config;
    config.grid = config.block = {1, 1, 1};
    const auto result_of = [&](std::string_view kernel) {
        device.run_well(kernel, config, out);
        return device.download<std::uint32_t>(out, 1).front();
    };
    CHECK(result_of("k") == 835);
    CHECK(result_of("k") == 836);
    CHECK(result_of("other") == 60);
}
