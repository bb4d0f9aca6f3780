// Each pattern on outputs that show it, and on some that nearly do.
#include "explained.hpp"

#include "harness/describe.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace workbook;
using namespace workbook::synthetic;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::StartsWith;

TEST_CASE("nothing is said about what is right") {
    CHECK(explain(reference(5000), reference(5000)).empty());
    CHECK(explain(std::vector<int>{}, std::vector<int>{}).empty());
    const std::vector<float> odd{std::nanf("1"), std::numeric_limits<float>::infinity(), -0.0f};
    CHECK(explain(odd, odd).empty());
}

TEST_CASE("the first wrong elements, with block and thread") {
    const auto expected = reference(5000);
    auto actual = expected;
    actual[300] = 1;
    actual[4000] = 2;
    const std::string text = explain(actual, expected);
    CHECK_THAT(text, StartsWith("`out` of add(): 2 of 5000 elements (int) are wrong"));
    CHECK_THAT(text, ContainsSubstring("element 300: expected " + std::to_string(expected[300]) +
                                       ", got 1  [block 2, thread 44]"));
    CHECK_THAT(text, ContainsSubstring("element 4000"));
}

TEST_CASE("no thread is named as the owner of what threads have no share in each") {
    const auto expected = reference(256);
    auto actual = expected;
    actual[9] = 1;
    const auto text_with = [&](CallBuilder call, Dim3 grid) {
        call.output(actual).launch(grid, {256, 1, 1});
        return explain(call, call.record().arguments.size() - 1, expected);
    };
    CHECK_THAT(text_with({}, {1, 1, 1}), ContainsSubstring("[block 0, thread 9]"));
    CHECK_THAT(text_with(CallBuilder().input(reference(256)), {1, 1, 1}),
               ContainsSubstring("[block 0, thread 9]"));
    // 256 bins of 5000 numbers; more blocks than the bins need; bins that all add to.
    CHECK_THAT(text_with(CallBuilder().input(reference(5000)), {1, 1, 1}),
               !ContainsSubstring("[block"));
    CHECK_THAT(text_with({}, {20, 1, 1}), !ContainsSubstring("[block"));
    CallBuilder adding;
    adding.output(actual).launch({1, 1, 1}, {256, 1, 1}, {{"global_atomic_requests", 8}});
    CHECK_THAT(explain(adding, 0, expected), !ContainsSubstring("[block"));
}

TEST_CASE("only wrong elements count as never written") {
    const auto expected = reference<std::int16_t>(5000);
    auto actual = expected, with_chance = expected;
    for (const int i : {100, 2000, 2003}) actual[i] = never<std::int16_t>();
    actual[40] = with_chance[40] = never<std::int16_t>(); // written, with what was there before
    CHECK_THAT(explain(actual, with_chance),
               ContainsSubstring("3 elements were never written, the first is element 100"));
}

TEST_CASE("elements in place of bytes for cudaMemset") {
    const auto text_with = [](std::uint64_t address, std::uint64_t bytes) {
        const std::vector<unsigned> expected(10, 7);
        CallBuilder call;
        call.output(std::vector<unsigned>(10, 9)).launch({1, 1, 1}, {32, 1, 1});
        call.record().arguments[0].device_address = 0x3000;
        call.record().trace.fills.push_back({"cudaMemset", address, bytes, 0, "a.cu:4"});
        return explain(call, 0, expected);
    };
    CHECK_THAT(text_with(0x3000, 10),
               ContainsSubstring("cudaMemset in a.cu:4 was asked for 10 bytes, and 10 elements of "
                                 "4 bytes are 40: sizes are counted in bytes (sizeof)"));
    CHECK_THAT(text_with(0x3000, 40), !ContainsSubstring("cudaMemset"));
    CHECK_THAT(text_with(0x4000, 10), !ContainsSubstring("cudaMemset"));
}

TEST_CASE("one of something is no plural") {
    CHECK(with_singulars("n = 1, 1 blocks of 1 threads") == "n = 1, 1 block of 1 thread");
    CHECK(with_singulars("1 launches, 1 copies") == "1 launch, 1 copy");
    CHECK(with_singulars("in[4] is 1 bytes after it") == "in[4] is 1 byte after it");
    CHECK(with_singulars("21 blocks, 0.1 bytes, 1 blockset, x1 rows") ==
          "21 blocks, 0.1 bytes, 1 blockset, x1 rows");
    CHECK(with_singulars("1 ") == "1 ");
}

TEST_CASE("the tail was never written") {
    const auto expected = reference(5000);
    auto actual = expected;
    std::fill(actual.begin() + 4096, actual.end(), never<int>());
    CHECK_THAT(explain(actual, expected),
               ContainsSubstring(
                   "every element from 4096 on was never written: the grid had 32 x 128 = 4096 "
                   "threads for 5000 elements") &&
                   ContainsSubstring("never written  [beyond the grid's last thread]"));
    actual[5] = 1;
    CHECK_THAT(explain(actual, expected),
               ContainsSubstring("; 1 other was written with a wrong value"));
    actual[6] = 1;
    CHECK_THAT(explain(actual, expected),
               ContainsSubstring("; 2 others were written with wrong values"));
    actual = expected;
    std::fill(actual.begin() + 128, actual.end(), never<int>());
    CHECK_THAT(explain(actual, expected, {40, 1, 1}),
               ContainsSubstring("is blockIdx part of the index?"));
    actual = expected;
    std::fill(actual.begin() + 40, actual.end(), never<int>());
    CHECK_THAT(explain(actual, expected, {40, 1, 1}),
               ContainsSubstring("is threadIdx part of the index?"));
}

TEST_CASE("one of a kind is not several") {
    const auto expected = reference(5000);
    auto tail = expected;
    std::fill(tail.begin() + 1, tail.end(), never<int>());
    CHECK_THAT(explain(tail, expected, {5000, 1, 1}, {1, 1, 1}),
               ContainsSubstring("this is the only thread of one block; is blockIdx"));
    CHECK_THAT(explain(tail, expected, {1, 1, 1}, {1, 1, 1}),
               ContainsSubstring("the grid had 1 x 1 = 1 thread for 5000 elements"));
    auto gap = expected;
    gap[17] = never<int>();
    CHECK_THAT(explain(gap, expected), ContainsSubstring("element 17 was never written"));
    CHECK_THAT(explain<int>({-4}, {2}), ContainsSubstring("1 of 1 element (int) is wrong"));
    CHECK_THAT(explain<int>({-4}, {2}), !ContainsSubstring("all elements"));
}

TEST_CASE("too few bytes were copied back") {
    const auto expected = reference<std::int64_t>(5000);
    auto actual = expected;
    std::fill(actual.begin() + 625, actual.end(), never<std::int64_t>());
    CallBuilder call;
    call.output(actual, true).launch({40, 1, 1}, {128, 1, 1}).copy(device_to_host, 5000);
    CHECK_THAT(explain(call, 0, expected),
               ContainsSubstring(
                   "5000 bytes were copied from device to host, and 5000 elements of 8 bytes are "
                   "40000 bytes"));
}

TEST_CASE("nothing was written") {
    const auto expected = reference(100);
    const std::vector<int> nothing(100, never<int>());
    CallBuilder idle;
    idle.output(nothing);
    CHECK_THAT(explain(idle, 0, expected), ContainsSubstring("no kernel was launched"));
    CallBuilder not_copied;
    not_copied.output(nothing, true).launch({1, 1, 1}, {128, 1, 1}).copy(host_to_device, 400);
    CHECK_THAT(explain(not_copied, 0, expected),
               ContainsSubstring("nothing was copied from device to host"));
    CallBuilder copies_alone; // a lesson without a kernel, or a launch that was forgotten
    copies_alone.output(nothing, true).copy(host_to_device, 400);
    CHECK_THAT(
        explain(copies_alone, 0, expected),
        ContainsSubstring("no kernel was launched, and nothing was copied from device to host"));
    CHECK_THAT(explain(nothing, expected), ContainsSubstring("although add_kernel was launched"));
    CallBuilder refused;
    refused.output(nothing).launch({1, 1, 1}, {2048, 1, 1});
    refused.record().trace.launches[0].error = 9;
    CHECK_THAT(explain(refused, 0, expected),
               ContainsSubstring("the launch of add_kernel was refused"));
}

TEST_CASE("a result that was fetched before the kernel was launched") {
    CallBuilder call;
    call.output(std::vector<int>(64, never<int>()), true).copy(device_to_host, 256);
    call.launch({1, 1, 1}, {64, 1, 1}).record().trace.launches[0].ran_in = "";
    CHECK_THAT(explain(call, 0, reference(64)),
               ContainsSubstring("add_kernel() was launched after the last copy to the host"));
}

TEST_CASE("a result that came too late because the host did not wait") {
    const auto expected = reference(64);
    const auto say = [&](std::optional<std::string> ran_in, bool on_host, bool copied = false) {
        CallBuilder call;
        call.output(std::vector<int>(64, never<int>()), on_host).launch({1, 1, 1}, {64, 1, 1});
        call.copy(device_to_host, 256);
        if (copied)
            call.record().trace.copies[0].ran_in = std::move(ran_in);
        else
            call.record().trace.launches[0].ran_in = std::move(ran_in);
        return explain(call, 0, expected);
    };
    CHECK_THAT(say("", true), ContainsSubstring("add_kernel() ran only after the function had "
                                                "returned: no call had waited for it"));
    CHECK_THAT(say("cudaFree", true), ContainsSubstring("add_kernel() ran only in cudaFree()"));
    CHECK_THAT(say("", true, true), ContainsSubstring("cudaMemcpy() ran only after"));
    for (const std::string& text :
         {say("cudaDeviceSynchronize", true), say(std::nullopt, true), say("", false)})
        CHECK(text.find("waited") == std::string::npos);
}

TEST_CASE("gaps in what was written") {
    const auto expected = reference(4096);
    auto every_fourth = expected;
    auto block_heads = std::vector<int>(4096, never<int>());
    auto half_blocks = expected;
    auto head = expected;
    auto middle = expected;
    for (std::size_t i = 0; i < 4096; ++i) {
        if (i % 4 == 1) every_fourth[i] = never<int>();
        if (i % 128 == 0) block_heads[i] = expected[i];
        if (i % 128 >= 100) half_blocks[i] = never<int>();
        if (i < 10) head[i] = never<int>();
        if (i >= 500 && i < 600) middle[i] = never<int>();
    }
    CHECK_THAT(explain(every_fourth, expected),
               ContainsSubstring("every 4th element, from 1 on, was never written"));
    CHECK_THAT(explain(block_heads, expected),
               ContainsSubstring("only every 128th element, from 0 on, was written") &&
                   ContainsSubstring("is threadIdx part of the index?"));
    CHECK_THAT(explain(half_blocks, expected),
               ContainsSubstring("only the first 100 of 128 elements were written"));
    CHECK_THAT(explain(head, expected),
               ContainsSubstring("the first 10 elements were never written"));
    CHECK_THAT(explain(middle, expected),
               ContainsSubstring("elements 500 to 599 were never written"));
}

TEST_CASE("one-byte elements that look unwritten by chance are no pattern") {
    const std::vector<std::uint8_t> expected(100, 1);
    auto actual = expected;
    actual[50] =
        static_cast<std::uint8_t>(poison_byte); // a wrong value that happens to be the filling
    actual[60] = 2;
    CHECK_THAT(explain(actual, expected), !ContainsSubstring("never written"));
}

TEST_CASE("two-byte elements: a tail is one, whatever looks unwritten by chance before it") {
    const std::vector<std::int16_t> expected(100'000, 1);
    auto actual = expected;
    actual[500] = never<std::int16_t>();
    actual[600] = 2;
    CHECK_THAT(explain(actual, expected), !ContainsSubstring("were never written"));
    std::fill(actual.begin() + 4096, actual.end(), never<std::int16_t>());
    CHECK_THAT(explain(actual, expected),
               ContainsSubstring("every element from 4096 on was never written"));
}

TEST_CASE("32 bits are too narrow") {
    std::vector<std::int64_t> expected, as_int, as_unsigned, as_double;
    for (const std::int64_t x :
         std::vector<std::int64_t>{3'000'000'001, 46'341, 3'037'000'499, 94'906'267, 5}) {
        expected.push_back(x * x);
        as_int.push_back(static_cast<std::int32_t>(x * x));
        as_unsigned.push_back(static_cast<std::uint32_t>(x * x));
        as_double.push_back(
            static_cast<std::int64_t>(static_cast<double>(x) * static_cast<double>(x)));
    }
    CHECK_THAT(explain(as_int, expected), ContainsSubstring("32-bit integers (int) overflowed"));
    CHECK_THAT(explain(as_unsigned, expected),
               ContainsSubstring("32-bit integers (unsigned) overflowed"));
    CHECK_THAT(explain(as_double, expected), ContainsSubstring("53 binary digits"));
    const std::vector<std::int64_t> odd{16'777'217, 33'554'435, 100'000'001, 3},
        as_float{16'777'216, 33'554'436, 100'000'000, 3};
    CHECK_THAT(explain(as_float, odd), ContainsSubstring("24 binary digits"));
    std::vector<double> wide{0.1, 0.2, 0.3, 0.7}, narrow;
    for (const double value : wide) narrow.push_back(static_cast<float>(value));
    CHECK_THAT(explain(narrow, wide), ContainsSubstring("single precision only"));
}

TEST_CASE("the input, or what was there before") {
    const auto input = reference(200);
    std::vector<int> expected(200);
    for (std::size_t i = 0; i < 200; ++i) expected[i] = input[i] * 2 + 7;
    CallBuilder copied;
    copied.input(input).output(input).launch({2, 1, 1}, {128, 1, 1});
    CHECK_THAT(explain(copied, 1, expected), ContainsSubstring("those of `x` of add()"));
    CallBuilder kept;
    kept.inout(input, input).launch({2, 1, 1}, {128, 1, 1});
    CHECK_THAT(explain(kept, 0, expected),
               ContainsSubstring("the values that they had before the call"));
}

TEST_CASE("one value everywhere") {
    const auto expected = reference(100);
    CHECK_THAT(explain(std::vector<int>(100, 0), expected),
               ContainsSubstring("all elements are 0"));
    const std::vector<float> reals{1, 2, 3, 4, 5};
    CHECK_THAT(explain(std::vector<float>(5, std::nanf("")), reals),
               ContainsSubstring("all wrong elements are NaN"));
}

TEST_CASE("off by something") {
    const auto expected = reference(100);
    std::vector<int> low, negative, triple;
    for (const int value : expected) {
        low.push_back(value - 1);
        negative.push_back(-value);
        triple.push_back(value * 3);
    }
    CHECK_THAT(explain(low, expected), ContainsSubstring("every wrong element is 1 too small"));
    CHECK_THAT(explain(negative, expected), ContainsSubstring("the wrong sign"));
    CHECK_THAT(explain(std::vector<int>{3, 6, 30}, std::vector<int>{1, 2, 10}),
               ContainsSubstring("every wrong element is 3 times what it should be"));
    const int least = std::numeric_limits<int>::min(); // no processor divides it by -1
    CHECK_THAT(explain(std::vector<int>{least, 3, 30}, std::vector<int>{-1, 1, 10}),
               !ContainsSubstring("times what it should be"));
    CHECK_THAT(
        explain(std::vector<float>{2.5f, 3.5f, 11.5f, 100.5f}, std::vector<float>{2, 3, 11, 100}),
        ContainsSubstring("every wrong element is 0.5 too large"));
    CHECK_THAT(
        explain(std::vector<float>{1.0f, 1.5f, 5.5f, 50.0f}, std::vector<float>{2, 3, 11, 100}),
        ContainsSubstring("every wrong element is 0.5 times what it should be"));
}

TEST_CASE("right values in wrong places") {
    const auto expected = reference(600);
    std::vector<int> early(expected.begin() + 1, expected.end()), late{77},
        swapped = expected, reversed(expected.rbegin(), expected.rend()), repeated,
        blockwise = expected, shuffled = expected;
    early.push_back(77);
    late.insert(late.end(), expected.begin(), expected.end() - 1);
    for (std::size_t i = 0; i + 1 < 600; i += 2) std::swap(swapped[i], swapped[i + 1]);
    for (std::size_t i = 0; i < 600; ++i) repeated.push_back(expected[i % 128]);
    for (std::size_t start = 0; start < 600; start += 128)
        std::reverse(blockwise.begin() + static_cast<long>(start),
                     blockwise.begin() +
                         static_cast<long>(std::min<std::size_t>(start + 128, 600)));
    std::rotate(shuffled.begin(), shuffled.begin() + 17, shuffled.end());
    const Dim3 grid{5, 1, 1};
    CHECK_THAT(explain(early, expected, grid), ContainsSubstring("one place too early"));
    CHECK_THAT(explain(late, expected, grid), ContainsSubstring("one place too late"));
    CHECK_THAT(explain(swapped, expected, grid), ContainsSubstring("neighbours are exchanged"));
    CHECK_THAT(explain(reversed, expected, grid), ContainsSubstring("in reverse order"));
    CHECK_THAT(explain(repeated, expected, grid), ContainsSubstring("the values of block 0"));
    CHECK_THAT(explain(blockwise, expected, grid),
               ContainsSubstring("reverse order in the part of each block"));
    CHECK_THAT(explain(shuffled, expected, grid), ContainsSubstring("stand in wrong places"));
}

TEST_CASE("rows and columns") {
    const std::size_t rows = 5, columns = 7;
    const auto expected = reference<float>(rows * columns);
    std::vector<float> transposed(rows * columns);
    for (std::size_t i = 0; i < transposed.size(); ++i)
        transposed[i] = expected[i % rows * columns + i / rows];
    CallBuilder call;
    call.output(transposed).launch({1, 1, 1}, {8, 8, 1});
    const std::string text = explain(call, 0, expected, {}, Shape{rows, columns});
    CHECK_THAT(text, ContainsSubstring("the matrix is transposed"));
    CHECK_THAT(text, ContainsSubstring("row 0, column 1") &&
                         ContainsSubstring("[block (0,0), thread (1,0)]"));
}

TEST_CASE("where the wrong elements stand") {
    const auto expected = reference(1000);
    auto tail = expected, late = expected, early = expected, periodic = expected;
    for (std::size_t i = 0; i < 1000; ++i) {
        const int wrong = static_cast<int>(i * i * 7919 + 13);
        if (i >= 896) tail[i] = wrong;
        if (i >= 700) late[i] = wrong;
        if (i < 20) early[i] = wrong;
        if (i % 128 == 127) periodic[i] = wrong;
    }
    CHECK_THAT(explain(tail, expected),
               ContainsSubstring("only the last block's part is wrong: it has 104 of 128"));
    CHECK_THAT(explain(late, expected), ContainsSubstring("every element from 700 on is wrong"));
    CHECK_THAT(explain(early, expected), ContainsSubstring("only the first 20 elements are wrong"));
    CHECK_THAT(explain(periodic, expected),
               ContainsSubstring("every 128th element, from 127 on, is wrong"));
}

TEST_CASE("lost counts") {
    const std::vector<unsigned> expected{100, 200, 300, 400}, actual{91, 187, 299, 312};
    CHECK_THAT(explain(actual, expected),
               ContainsSubstring("too small; the sum over all elements is 889 in place of 1000"));
}

TEST_CASE("elements that are not those of a thread of the same number") {
    const auto expected = reference(5000);
    auto actual = expected;
    actual[300] += 7;
    CallBuilder call;
    call.output(actual).launch({40, 1, 1}, {128, 1, 1});
    Expectation expectation{0, values_of(expected), {}, {}};
    const auto text = [&] { return diagnose(call.run().record(), expectation).value_or(""); };
    CHECK_THAT(text(), ContainsSubstring("[block 2, thread 44]"));
    expectation.by_any_thread = true;
    CHECK_THAT(text(), ContainsSubstring("element 300") && !ContainsSubstring("thread"));
}

TEST_CASE("an expectation that does not fit is the check's error") {
    CallBuilder call;
    call.output(reference(10));
    CHECK_THROWS_AS(explain(call, 0, reference(9)), std::logic_error);
    CHECK_THROWS_AS(explain(call, 1, reference(10)), std::logic_error);
    CHECK_THROWS_AS(explain(call, 0, reference<std::int64_t>(10)), std::logic_error);
    CHECK_THROWS_AS(explain(call, 0, reference(10), {}, Shape{3, 3}), std::logic_error);
}

TEST_CASE("added to what the array held before") {
    const auto expected = reference(500);
    auto actual = expected;
    for (int& value : actual)
        value =
            static_cast<int>(static_cast<unsigned>(value) + static_cast<unsigned>(never<int>()));
    CHECK_THAT(explain(actual, expected), ContainsSubstring("added to what the array held before"));
    actual[7] = 1;
    CHECK_THAT(explain(actual, expected), !ContainsSubstring("added to what"));
    // Whatever is added to infinity: it says nothing.
    constexpr float infinity = std::numeric_limits<float>::infinity();
    CHECK_THAT(explain(std::vector{0.0f}, std::vector{infinity}),
               !ContainsSubstring("added to what"));
}

TEST_CASE("what a wrong element is made from is shown where the check says so") {
    const std::vector<int> x{1, 2, 3, 4}, y{10, 20, 30, 40};
    CallBuilder call;
    call.input(x).input(y).output(std::vector<int>{11, 22, 7, 44}).launch({1, 1, 1}, {4, 1, 1});
    const auto with = output_equals(2, std::vector<int>{11, 22, 33, 44}).from({0, 1});
    CHECK_FALSE(with.match(call.run()));
    CHECK_THAT(with.describe(), ContainsSubstring("element 2 (from 3, 30): expected 33, got 7"));
    const auto without = output_equals(2, std::vector<int>{11, 22, 33, 44});
    CHECK_FALSE(without.match(call.run()));
    CHECK_THAT(without.describe(), ContainsSubstring("element 2: expected 33, got 7"));
    static_cast<void>(Findings::take());
}
