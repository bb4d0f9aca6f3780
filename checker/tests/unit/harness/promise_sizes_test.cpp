// Calls with more elements than 32 bits can count: how they are made, and what is said of them.
#include "synthetic.hpp"

#include "harness/promise_book.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

using namespace workbook;
using namespace workbook::promises;
using namespace workbook::synthetic;
using Catch::Matchers::ContainsSubstring;

namespace {

constexpr std::size_t beyond_32_bits = std::size_t{1} << 32;

// scale(x, out, bins, n)
KeptCall scale(std::size_t n, std::size_t bins) {
    CallSpec spec;
    spec.function = "scale";
    spec.arguments.push_back(device_in(std::vector<float>(n)).spec);
    spec.arguments.push_back(workbook::out<float>(n).spec);
    spec.arguments.push_back(device_out<int>(bins).spec);
    spec.arguments.push_back(detail::specify<std::size_t>(n));
    return {spec, std::make_shared<CallRecord>()};
}

std::size_t count_of(const CallSpec& spec) {
    std::size_t n = 0;
    std::memcpy(&n, spec.arguments[3].initial.data(), sizeof n);
    return n;
}

std::string said(const CallSpec& spec, const CallRecord& record) {
    std::string text;
    for (const Finding& finding : judge_many_elements(spec, record)) text += finding.text + "\n";
    return text;
}

} // namespace

TEST_CASE("arrays that a number counts grow with it") {
    const KeptCall call = scale(1000, 7);
    const std::vector<CallSpec> many = with_many_elements({call}, call);
    REQUIRE(many.size() == 1);
    CHECK(many[0].gpu.sampling);
    CHECK(count_of(many[0]) > beyond_32_bits);
    CHECK(count_of(many[0]) == 1000 * many[0].arguments[0].repeats);
    CHECK(many[0].arguments[1].repeats == many[0].arguments[0].repeats);
    CHECK(many[0].arguments[2].repeats == 1);
}

TEST_CASE("an array that has as many elements by chance does not grow") {
    const KeptCall chance = scale(1000, 1000);
    CHECK(with_many_elements({chance}, chance)[0].arguments[2].repeats > 1);
    const auto many = with_many_elements({chance, scale(300, 1000)}, chance);
    REQUIRE(many.size() == 1);
    CHECK(many[0].arguments[0].repeats > 1);
    CHECK(many[0].arguments[2].repeats == 1);
}

TEST_CASE("arrays with an element for each warp or block grow, too") {
    const auto warps = with_many_elements({scale(1000, 32), scale(3000, 94)}, scale(3000, 94));
    REQUIRE(warps.size() == 1);
    CHECK(warps[0].arguments[2].repeats == warps[0].arguments[0].repeats);
    const auto other = with_many_elements({scale(1000, 32), scale(3000, 90)}, scale(3000, 90));
    REQUIRE(other.size() == 1);
    CHECK(other[0].arguments[2].repeats == 1);

    const auto of_blocks = [](std::size_t n, int block_size) {
        KeptCall call = scale(n, (n + block_size - 1) / block_size);
        call.spec.arguments.push_back(detail::specify<int>(block_size));
        return call;
    };
    const std::vector<KeptCall> calls = {of_blocks(1000, 100), of_blocks(3003, 256)};
    const auto blocks = with_many_elements(calls, calls[1]);
    REQUIRE(blocks.size() == 1);
    CHECK(blocks[0].arguments[2].repeats == blocks[0].arguments[0].repeats);
}

TEST_CASE("small numbers count nothing") {
    const KeptCall call = scale(32, 32);
    CHECK(with_many_elements({call}, call).empty());
}

TEST_CASE("what is said of a call with many elements") {
    const KeptCall call = scale(1000, 7);
    const CallSpec spec = with_many_elements({call}, call)[0];
    const std::uint64_t n = count_of(spec);
    CallBuilder builder;
    builder.input(std::vector<float>(1000)).output(std::vector<float>(1000), true);
    builder.launch({1024, 1, 1}, {256, 1, 1});
    CallRecord& record = builder.record();
    record.function = "scale";
    record.arguments[0].device_address = 0x3000;
    record.arguments[1].spec = spec.arguments[1];
    Reach& reach = record.trace.reach;
    reach.allocations = {{0x3000, n * 4, n * 4}};
    const std::uint64_t on_host = wire::long_array_address(1);
    record.trace.copies.push_back(
        {"cudaMemcpy", "cudaMemcpyDeviceToHost", device_to_host, 0x9000, on_host, n * 4, 0, 0});
    CHECK(said(spec, record).empty());

    SECTION("kernels that came no further than 32 bits count") {
        reach.allocations[0].end = (beyond_32_bits - 5) * 4;
        CHECK_THAT(said(spec, record), ContainsSubstring("more than 32 bits can count") &&
                                           ContainsSubstring("came no further than element") &&
                                           ContainsSubstring("`x`"));
    }
    SECTION("kernels that were ended early in the middle") {
        reach.cut = true;
        reach.allocations[0].end = n;
        CHECK(said(spec, record).empty());
    }
    SECTION("kernels that were ended early and had come round") {
        reach.cut = true;
        reach.allocations[0].end = (beyond_32_bits / 2 - 100) * 4;
        CHECK_THAT(said(spec, record), ContainsSubstring("came no further than element"));
        reach.allocations[0].end -= 1024 * 256 * 4; // a step of the grid before that
        CHECK(said(spec, record).empty());
    }
    SECTION("a thread per element, and one block that does the work of all until it is ended") {
        reach.cut = true;
        reach.allocations[0].end = 205'000'000ull * 4;
        record.trace.launches[0].grid.x = static_cast<unsigned>((n + 255) / 256);
        CHECK(said(spec, record).empty());
    }
    SECTION("an array that was not touched") {
        reach.allocations[0].end = 0;
        CHECK(said(spec, record).empty());
    }
    SECTION("a copy of a part") {
        record.trace.copies[0].bytes = n * 4 - beyond_32_bits;
        CHECK_THAT(said(spec, record), ContainsSubstring("its copies moved"));
    }
    SECTION("a call that took too long") {
        record.problems.push_back({Verdict::timed_out, "too slow"});
        CHECK(said(spec, record).empty());
    }
    SECTION("a call that took the computer's memory") {
        record.problems.push_back({Verdict::out_of_memory, "too much"});
        CHECK(said(spec, record).empty());
    }
    SECTION("a fault") {
        record.problems.push_back({Verdict::crashed, "invalid write"});
        CHECK_THAT(said(spec, record), ContainsSubstring("scale() was right before") &&
                                           ContainsSubstring("invalid write"));
    }
}
