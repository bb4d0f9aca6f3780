// PTX that asks for more than there is: an error or a fault, quickly and without the memory.
#include "body.hpp"

#include <fmt/format.h>

using namespace vgpu::exec;
using namespace vgpu::exec::test;

namespace {

std::string error_of(std::string_view ptx) {
    const auto device = Device::create({.memory_bytes = 64 << 20});
    const auto module = device->load(std::string(header) + std::string(ptx), "test");
    return module ? "no error" : module.error().message;
}

} // namespace

TEST_CASE("too much local memory") {
    CHECK(error_of(".entry k() { .local .b8 x[1073741824]; ret; }") ==
          "k has 1073741824 bytes of local memory: a thread can have 524288");
}

TEST_CASE("too large parameters") {
    CHECK(error_of(".entry k() { .param .b8 x[1099511627776]; ret; }") ==
          "k has 1099511627776 bytes of parameters of calls: a thread can have 262144");
    CHECK(error_of(".func f(.param .b8 x[4294967296]) { ret; }") ==
          "f has 524288 bytes of parameters of calls: a thread can have 262144");
}

TEST_CASE("a large variable costs nothing until it is used") {
    const auto device = Device::create({.memory_bytes = 8ull << 30});
    const auto module = device->load(
        std::string(header) + ".visible .global .align 4 .b8 large[4294967296];", "test");
    REQUIRE(module);
    const auto large = device->find_variable(*module, "large");
    REQUIRE(large);
    CHECK(*device->memory().host_view(large->address + (1ull << 31)) == std::byte{0});
}

TEST_CASE("many tables of many targets") {
    std::string body = "targets: .branchtargets ";
    for (int i = 0; i < 20000; ++i) body += i == 0 ? "L" : ", L";
    body += ";\nL:\n";
    for (int i = 0; i < 1000; ++i) body += "brx.idx %r0, targets;\n";
    CHECK(error_of(".entry k() { .reg .b32 %r<2>;\n" + body + "ret; }") ==
          "the lists of targets are too long");
}

TEST_CASE("a chain of calls as long as the module") {
    std::string module = ".func f0() { ret; }\n";
    for (int i = 1; i < 20000; ++i)
        module += fmt::format(".func f{}() {{ call.uni f{}; ret; }}\n", i, i - 1);
    module += ".entry k(.param .u64 p) { call.uni f19999; ret; }";
    TestDevice device(module);
    const LaunchResult result = device.run("k", grid(1, 1), std::uint64_t{0});
    REQUIRE(result.fault);
    CHECK(result.fault->kind == FaultKind::stack_overflow);
}

TEST_CASE("a loop of many copies, each at a distance of its own") {
    std::string body = ".reg .pred %p<2>; .reg .b32 %r<5001>; .reg .b64 %rd<4>;\nagain:\n";
    for (int i = 0; i < 5000; ++i)
        body += fmt::format("ld.global.u32 %r{}, [%rd1+{}]; st.global.u32 [%rd2+{}], %r{};\n", i,
                            8 * i, 24 * i, i);
    CHECK(error_of(".entry k() {\n" + body + "@%p1 bra again;\nret; }") == "no error");
}

TEST_CASE("copies at the ends of what offsets can be") {
    const std::string least = "-9223372036854775808", most = "9223372036854775807";
    for (const auto& [from, to] : {std::pair(least, most), std::pair(most, least)}) {
        const std::string body =
            fmt::format("add.s64 %rd3, %rd1, {0}; add.s64 %rd3, %rd3, {0};\n"
                        "ld.global.u32 %r1, [%rd3+8]; st.global.u32 [%rd2+{1}], %r1;\n"
                        "add.s64 %rd2, %rd2, {0}; mul.lo.s64 %rd4, %rd2, {0};\n",
                        from, to);
        CHECK(
            error_of(".entry k() { .reg .pred %p<2>; .reg .b32 %r<2>; .reg .b64 %rd<5>;\nagain:\n" +
                     body + "@%p1 bra again;\nret; }") == "no error");
    }
}
