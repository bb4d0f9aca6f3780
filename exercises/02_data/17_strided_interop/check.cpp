// Checks of lesson 17. The references are four nested loops. All comparisons are exact: the data
// are quarters, so small that float adds them without rounding.
#include "strided_interop.hpp"

#include "harness/harness.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <optional>

using namespace workbook;

WORKBOOK_PROMISE(does_not_wait, add_arrays, add_to)
WORKBOOK_PROMISE(reports_errors, add_arrays, add_to, add_in_streams, add_in_default_stream)

namespace {

using Lengths = std::vector<std::int64_t>;

std::vector<float> numbers(std::size_t count) {
    const auto integers = random_integers<int>(count, -1'000'000, 1'000'000);
    std::vector<float> values(integers.begin(), integers.end());
    for (float& value : values) value /= 4;
    return values;
}

// An array and the memory in which it lies: exactly as much as its elements reach, so that a step
// too far is outside. `first` is where the element [0, 0, ...] lies.
struct Placed {
    ArrayInterface array{};
    std::vector<float> memory;
    std::size_t first = 0;
    Lengths shape, steps; // steps: strides in elements

    std::size_t place(const std::array<std::int64_t, 4>& index) const {
        auto at = static_cast<std::int64_t>(first);
        for (std::size_t d = 0; d < shape.size(); ++d) at += index[d] * steps[d];
        return static_cast<std::size_t>(at);
    }
};

Lengths without_gaps(const Lengths& shape) {
    Lengths steps(shape.size());
    std::int64_t step = 1;
    for (std::size_t d = shape.size(); d-- > 0; step *= shape[d]) steps[d] = step;
    return steps;
}

bool is_empty(const Lengths& shape) {
    return std::find(shape.begin(), shape.end(), 0) != shape.end();
}

// Without `strides` the description has none, and what stands in their place is rubbish: one that
// is no multiple of 4, and zeros, since many a struct is cleared. `lead`: elements in front of the
// array, which belong to others. With one, no address is a multiple of more than 4.
Placed placed(const Lengths& shape, const std::optional<Lengths>& strides = std::nullopt,
              std::size_t lead = 0) {
    Placed result;
    result.shape = shape;
    result.steps = strides.value_or(without_gaps(shape));
    std::int64_t low = 0, high = 0;
    for (std::size_t d = 0; d < shape.size(); ++d) {
        const std::int64_t reach = (shape[d] - 1) * result.steps[d];
        low += std::min<std::int64_t>(reach, 0);
        high += std::max<std::int64_t>(reach, 0);
    }
    result.memory = numbers(is_empty(shape) ? 0 : lead + static_cast<std::size_t>(high - low + 1));
    result.first = is_empty(shape) ? 0 : lead + static_cast<std::size_t>(-low);

    ArrayInterface& array = result.array;
    array.pointer = result.first * sizeof(float);
    array.dimensions = static_cast<std::int32_t>(shape.size());
    array.has_strides = strides.has_value();
    for (std::size_t d = 0; d < most_dimensions; ++d) {
        array.shape[d] = d < shape.size() ? shape[d] : 77;
        array.strides[d] = d < shape.size() && array.has_strides
                               ? result.steps[d] * static_cast<std::int64_t>(sizeof(float))
                               : (d == 0 ? 1234 : 0);
    }
    std::strcpy(array.typestr, "<f4");
    array.version = 3;
    return result;
}

void for_each_index(Lengths shape,
                    const std::function<void(const std::array<std::int64_t, 4>&)>& action) {
    shape.resize(4, 1);
    for (std::int64_t i = 0; i < shape[0]; ++i)
        for (std::int64_t j = 0; j < shape[1]; ++j)
            for (std::int64_t k = 0; k < shape[2]; ++k)
                for (std::int64_t l = 0; l < shape[3]; ++l) action({i, j, k, l});
}

std::string text_of(const Lengths& lengths) {
    std::string text = "(";
    for (const std::int64_t length : lengths)
        text += (text.size() > 1 ? ", " : "") + std::to_string(length);
    return text + ")";
}

std::string text_of(const Placed& p) {
    Lengths bytes = p.steps;
    for (std::int64_t& step : bytes) step *= sizeof(float);
    return p.array.has_strides ? "strides " + text_of(bytes) + " bytes" : "no strides";
}

// Memory that belongs to others is added, no more: no copies, nothing allocated, nothing freed.
void check_guest(const Run& run, const Lengths& shape) {
    REQUIRE_THAT(run, launched(is_empty(shape) ? 0 : 1));
    REQUIRE_THAT(run, copied(0, host_to_device) && copied(0, device_to_host) &&
                          copied(0, device_to_device) && copied(0, host_to_host));
    REQUIRE_THAT(run, allocated_nothing());
}

constexpr std::size_t text_length = 200;

std::string text_in(const Run& run, std::size_t argument) {
    const auto text = run.output<char>(argument);
    return {text.begin(), std::find(text.begin(), text.end(), '\0')};
}

Run check_add(const Placed& x, const Placed& y, const Placed& out) {
    INFO("shape " << text_of(x.shape) << "; x: " << text_of(x) << "; y: " << text_of(y)
                  << "; out: " << text_of(out));
    Run run = WORKBOOK_RUN(add_arrays, device_in(x.memory), x.array, device_in(y.memory), y.array,
                           device_inout(out.memory), out.array, workbook::out<char>(text_length),
                           text_length);
    REQUIRE_THAT(run, completed());
    if (const std::string text = text_in(run, 6); !text.empty())
        FAIL("add refused what it can do: \"" << text << "\"");
    std::vector<float> expected = out.memory; // between the elements nothing changes
    for_each_index(x.shape, [&](const auto& index) {
        expected[out.place(index)] = x.memory[x.place(index)] + y.memory[y.place(index)];
    });
    REQUIRE_THAT(run, output_equals(4, expected));
    check_guest(run, x.shape);
    return run;
}

void check_refused(const Placed& x, const Placed& y, const Placed& out, const std::string& begin) {
    INFO("expected is a refusal that begins with \"" << begin << "\"");
    const Run run = WORKBOOK_RUN(add_arrays, device_in(x.memory), x.array, device_in(y.memory),
                                 y.array, device_inout(out.memory), out.array,
                                 workbook::out<char>(text_length), text_length);
    REQUIRE_THAT(run, completed());
    const std::string text = text_in(run, 6);
    if (text.empty()) FAIL("nothing was refused");
    if (!text.starts_with(begin)) FAIL("std::invalid_argument says \"" << text << "\"");
    REQUIRE_THAT(run, launched(0));
}

// Every way of one thing that may be wrong with a valid array, in each of the three.
void check_each_refused(const std::string& field,
                        const std::function<void(ArrayInterface&)>& spoil) {
    const Lengths shape{4, 5};
    for (const int which : {0, 1, 2}) {
        std::array<Placed, 3> arrays{placed(shape, Lengths{5, 1}), placed(shape, Lengths{5, 1}),
                                     placed(shape, Lengths{5, 1})};
        spoil(arrays[static_cast<std::size_t>(which)].array);
        const std::array<std::string, 3> names{"x", "y", "out"};
        const ArrayInterface& array = arrays[static_cast<std::size_t>(which)].array;
        INFO(names[static_cast<std::size_t>(which)]
             << " has version " << array.version << ", typestr " << array.typestr << ", pointer "
             << array.pointer % 4 << " bytes beyond a multiple of 4, strides (" << array.strides[0]
             << ", " << array.strides[1] << ")");
        check_refused(arrays[0], arrays[1], arrays[2],
                      names[static_cast<std::size_t>(which)] + ": " + field);
    }
}

// The probe waits for nothing: if something waited, it was add.
class WaitedForNothing final : public RunMatcher {
  public:
    bool match(const Run& run) const override {
        if (run.waits().empty()) return true;
        return fails(Verdict::requirement,
                     "the host stands still: add called " + describe_call(run.waits().front()) +
                         ". Let the stream wait (cudaStreamWaitEvent), and do not wait for the "
                         "kernel");
    }
};

// For a call in which CUDA has refused something.
class AddedNothingOutOfOrder final : public RunMatcher {
  public:
    bool match(const Run& run) const override {
        if (!run.trace().refused) return true;
        const std::string& api = run.trace().refused->api;
        if (!api.starts_with("cudaEvent") && !api.starts_with("cudaStreamWaitEvent")) return true;
        for (const Launch& launch : run.launches())
            if (launch.short_name() != "fill" && launch.short_name() != "negate")
                return fails(Verdict::requirement,
                             api + " failed, and add launched " + launch.short_name() +
                                 " all the same, which does not wait for the other streams then. "
                                 "Look at what each call returns before the next one is made");
        return true;
    }
};

void set_typestr(ArrayInterface& array, const char* typestr) {
    std::strcpy(array.typestr, typestr);
}

} // namespace

TEST_CASE("no strides: rows without gaps", "[weight:2]") {
    for (const std::size_t n : awkward_sizes()) {
        const Lengths shape{static_cast<std::int64_t>(n)};
        check_add(placed(shape), placed(shape), placed(shape));
    }
    for (const Lengths& shape : {Lengths{},
                                 {1, 1},
                                 {31, 33},
                                 {1025, 3},
                                 {7, 0},
                                 {0, 7, 2},
                                 {5, 7, 11},
                                 {3, 1, 4, 2},
                                 {2, 3, 5, 7}})
        // y says what the others leave out: the same order must come of it.
        check_add(placed(shape), placed(shape, without_gaps(shape)), placed(shape));
    for (const Lengths& shape : {Lengths{1000}, {20, 30}}) {
        INFO("the addresses are multiples of 4, and of no more");
        check_add(placed(shape, std::nullopt, 1), placed(shape, std::nullopt, 1),
                  placed(shape, std::nullopt, 1));
    }
}

// The virtual GPU repeats a part of the elements and runs some of the blocks. What comes out means
// nothing then; what was computed in 32 bits is out of bounds.
TEST_CASE("more elements than an int can count", "[weight:0.5]") {
    if (!Session::current().options().device.is_virtual) {
        SUCCEED("this takes much memory");
        return;
    }
    constexpr std::int64_t part = 1 << 18, many = 8193 * part; // above 2^31
    const Lengths line{many}, rows{3, many / 3}, column{many, 1};
    // In a column the last stride means nothing, unless an index has become negative.
    for (const auto& [shape, strides] :
         {std::pair{line, Lengths{}}, {rows, {}}, {column, {}}, {column, {4, 28}}}) {
        INFO("shape " << text_of(shape) << ", "
                      << (strides.empty() ? "no strides" : "strides " + text_of(strides)));
        ArrayInterface array = placed(Lengths(shape.size(), 1)).array;
        std::ranges::copy(shape, array.shape);
        std::ranges::copy(strides, array.strides);
        array.has_strides = !strides.empty();
        auto values = device_in(std::vector<float>(part));
        auto sums = device_inout(std::vector<float>(part));
        values.spec.repeats = sums.spec.repeats = many / part;
        const Run run =
            WORKBOOK_RUN_IN(VirtualGpu{.sampling = true}, add_arrays, values, array, values, array,
                            sums, array, workbook::out<char>(text_length), text_length);
        REQUIRE_THAT(run, completed());
    }
}

TEST_CASE("strides in bytes: gaps, columns, fields", "[weight:2]") {
    // Rows with a gap; column after column; every second element; one field of a struct of three.
    check_add(placed({20, 30}, Lengths{37, 1}), placed({20, 30}, Lengths{1, 20}),
              placed({20, 30}, Lengths{30, 1}));
    check_add(placed({1000}, Lengths{2}), placed({1000}, Lengths{3}), placed({1000}));
    check_add(placed({33, 17, 5}, Lengths{5, 170, 1}), placed({33, 17, 5}),
              placed({33, 17, 5}, Lengths{1, 33, 33 * 17}));
    check_add(placed({6, 5, 4, 3}, Lengths{1, 6, 30, 120}),
              placed({6, 5, 4, 3}, Lengths{61, 12, 3, 1}),
              placed({6, 5, 4, 3}, Lengths{12, 72, 3, 1}));
}

TEST_CASE("strides below 0: backwards") {
    check_add(placed({1000}, Lengths{-1}), placed({1000}), placed({1000}));
    check_add(placed({1000}), placed({1000}, Lengths{-3}), placed({1000}, Lengths{-1}));
    check_add(placed({20, 30}, Lengths{-30, 1}), placed({20, 30}, Lengths{-37, -1}),
              placed({20, 30}, Lengths{30, -1}));
}

TEST_CASE("strides of 0: the same element again") {
    check_add(placed({1000}, Lengths{0}), placed({1000}), placed({1000}));
    check_add(placed({20, 30}, Lengths{0, 1}), placed({20, 30}, Lengths{1, 0}), placed({20, 30}));
    check_add(placed({9, 8, 7}, Lengths{0, 0, 0}), placed({9, 8, 7}, Lengths{8, -1, 0}),
              placed({9, 8, 7}));
    // One element along a dimension: its stride means nothing, and 0 is no reason to refuse.
    check_add(placed({1, 30}), placed({1, 30}), placed({1, 30}, Lengths{0, 1}));
}

TEST_CASE("in place, and what lies between the elements") {
    const Placed x = placed({40, 50}, Lengths{64, 1}), y = placed({40, 50}, Lengths{-50, 1});
    INFO("x and out are one; shape " << text_of(x.shape) << "; x: " << text_of(x)
                                     << "; y: " << text_of(y));
    const Run run =
        WORKBOOK_RUN(add_to, device_inout(x.memory), x.array, device_in(y.memory), y.array);
    REQUIRE_THAT(run, completed());
    std::vector<float> expected = x.memory;
    for_each_index(
        x.shape, [&](const auto& index) { expected[x.place(index)] += y.memory[y.place(index)]; });
    REQUIRE_THAT(run, output_equals(0, expected));
    check_guest(run, x.shape);
}

TEST_CASE("refused: version, typestr, shape, pointer, strides", "[weight:2]") {
    for (const int version : {0, 2, 4})
        check_each_refused("version", [=](ArrayInterface& array) { array.version = version; });
    for (const char* type : {"<f8", ">f4", "<i4", "<f2", "|b1", "<c8"})
        check_each_refused("typestr", [=](ArrayInterface& array) { set_typestr(array, type); });
    check_each_refused("pointer", [](ArrayInterface& array) { array.pointer += 2; });
    check_each_refused("strides", [](ArrayInterface& array) { array.strides[0] = 18; });
    check_each_refused("strides", [](ArrayInterface& array) { array.strides[1] = -2; });
    for (const Lengths& shape : {Lengths{1}, {}}) {
        INFO("one element is one that would be read there");
        Placed lonely = placed(shape);
        lonely.array.pointer += 2;
        check_refused(placed(shape), lonely, placed(shape), "y: pointer");
    }
    const Placed right = placed({4, 5});
    for (const Lengths& shape :
         {Lengths{5, 4}, {4, 4}, {3, 5}, {20}, {4, 5, 1}, {1, 4, 5}, {}, {4, 0}}) {
        INFO("shapes " << text_of(right.shape) << " and " << text_of(shape));
        check_refused(right, placed(shape), right, "y: shape");
        check_refused(right, right, placed(shape), "out: shape");
    }
    {
        INFO("x has the shape (0, 5): there is nothing to add, but y and out do not fit to it");
        check_refused(placed({0, 5}), right, right, "y: shape");
        check_refused(placed({0, 5}), placed({0, 5}), right, "out: shape");
    }
    // What stands behind the last dimension means nothing, also where it is what x has there.
    Placed rows = placed({4});
    rows.array.shape[1] = 5;
    INFO("shapes (4, 5) and (4), with a 5 behind the last dimension");
    check_refused(right, rows, right, "y: shape");
    check_refused(right, right, rows, "out: shape");
}

TEST_CASE("refused: out that may not be written") {
    const Lengths shape{4, 5};
    Placed out = placed(shape);
    out.array.readonly = true;
    check_refused(placed(shape), placed(shape), out, "out: readonly");
    check_refused(placed(shape), placed(shape), placed(shape, Lengths{0, 1}), "out: strides");
    check_refused(placed(shape), placed(shape), placed(shape, Lengths{1, 0}), "out: strides");
    const Lengths two{2, 5};
    check_refused(placed(two), placed(two), placed(two, Lengths{0, 1}), "out: strides");
    // Where there is no element, an address means nothing.
    Placed nothing = placed({0, 5});
    nothing.array.pointer += 2;
    check_add(placed({0, 5}), nothing, placed({0, 5}));
    // What is only read may be read only.
    Placed x = placed(shape), y = placed(shape);
    x.array.readonly = y.array.readonly = true;
    check_add(x, y, placed(shape));
}

TEST_CASE("after the work in the streams of the three", "[weight:2]") {
    for (const std::size_t n : {1, 20'000}) {
        INFO("n = " << n << "; x and y are being filled and out cleared when add is called; "
                    << "afterwards out is negated in add's stream");
        const std::vector<float> old = numbers(n);
        std::vector<float> expected(n);
        for (std::size_t i = 0; i < n; ++i) expected[i] = -1001.0f * static_cast<float>(i % 1000);
        const Run streams = WORKBOOK_RUN(add_in_streams, device_inout(old), device_inout(old),
                                         device_inout(old), n);
        REQUIRE_THAT(streams, completed());
        REQUIRE_THAT(streams, output_equals(2, expected));
        REQUIRE_THAT(streams, WaitedForNothing());
        // In turn: what comes into one of them waits for what is in the other one already.
        for (const bool of_thread : {false, true}) {
            INFO("x is being filled in "
                 << (of_thread ? "the default stream of the thread" : "the default stream"));
            const Run defaults = WORKBOOK_RUN(add_in_default_stream, device_inout(old),
                                              device_inout(old), device_inout(old), n, of_thread);
            REQUIRE_THAT(defaults, completed());
            REQUIRE_THAT(defaults, output_equals(2, expected));
            REQUIRE_THAT(defaults, WaitedForNothing());
        }
    }
}

// That the error is thrown is a case of its own.
TEST_CASE("where the order cannot be made, nothing is added") {
    const std::vector<float> old = numbers(33);
    std::uint32_t refused = 0;
    while (true) {
        CallSpec spec = WORKBOOK_CALL_SPEC(VirtualGpu(), add_in_streams, device_inout(old),
                                           device_inout(old), device_inout(old), old.size());
        spec.situation.refuse = ++refused;
        const Run run = Session::current().call(std::move(spec));
        REQUIRE_THAT(run, AddedNothingOutOfOrder());
        if (!run.trace().refused) break; // that many calls of CUDA are not made
    }
}

TEST_CASE("neighbours read neighbours, each element once") {
    const std::size_t n = 200'000;
    const Lengths shape{200, 1000};
    const Run run = check_add(placed(shape), placed(shape, Lengths{1024, 1}), placed(shape));
    const auto count = static_cast<double>(n);
    CHECK_THAT(run, traffic("global_load_bytes", per(count, "element"), exactly(8),
                            "each element of x and y is to be read once"));
    CHECK_THAT(run, traffic("global_store_bytes", per(count, "element"), exactly(4),
                            "each element of out is to be written once"));
    // A warp that reads across the end of a row of y, which has a gap, shares sectors at both ends.
    CHECK_THAT(run, traffic("global_load_sectors", per("global_load_bytes"), at_most(1.28 / 32),
                            "neighbouring threads are to read neighbours: the last index is the "
                            "fastest"));
    CHECK_THAT(run, traffic("local_requests", at_most(0),
                            "each thread keeps arrays of its own in (slow) local memory"));
}
