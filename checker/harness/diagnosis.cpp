#include "harness/diagnosis.hpp"

#include "harness/comparison.hpp"
#include "harness/describe.hpp"
#include "wire/trace_source.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <stdexcept>

namespace workbook {
namespace {

constexpr std::size_t most_elements_shown = 4;

std::string_view type_name(ElementType type) {
    switch (type) {
    case ElementType::boolean:
        return "bool";
    case ElementType::i8:
        return "int8";
    case ElementType::u8:
        return "uint8";
    case ElementType::i16:
        return "int16";
    case ElementType::u16:
        return "uint16";
    case ElementType::i32:
        return "int";
    case ElementType::u32:
        return "unsigned";
    case ElementType::i64:
        return "int64";
    case ElementType::u64:
        return "uint64";
    case ElementType::bf16:
        return "bfloat16";
    case ElementType::f32:
        return "float";
    case ElementType::f64:
        return "double";
    case ElementType::floats:
    case ElementType::other:
        break;
    }
    return "structure";
}

template <class T>
std::string value_text(ElementType type, T value) {
    if (type == ElementType::boolean) return value != T{} ? "true" : "false";
    if (type == ElementType::f32 || type == ElementType::bf16)
        return fmt::format("{}", static_cast<float>(value));
    return fmt::format("{}", value);
}

// Whether each element can have a thread of its own, of the usual index. Bins, sums and peaks have
// none: their inputs have another length, more blocks run than the elements need, and any
// thread adds to them.
template <class T>
bool has_owners(const Comparison<T>& c, const Launch& launch) {
    const Dim3 &grid = launch.grid, &block = launch.block;
    if (grid.z != 1 || block.z != 1 || block.count() == 0) return false;
    for (const char* counter : {"global_atomic_requests", "shared_atomic_requests"})
        if (const auto found = launch.counters.find(counter);
            found != launch.counters.end() && found->second > 0)
            return false;
    bool has_inputs = false, has_input_of_its_size = false;
    for (const ArgumentRecord& argument : c.record->arguments) {
        if (!argument.spec.is_array() || argument.spec.direction == wire::Direction::out) continue;
        has_inputs = true;
        has_input_of_its_size |= argument.spec.count == c.size();
    }
    if (has_inputs && !has_input_of_its_size) return false;
    const bool matrix = grid.y != 1 || block.y != 1;
    const std::uint64_t columns = matrix && c.shape ? c.shape->columns : c.size();
    const std::uint64_t rows = matrix && c.shape ? c.shape->rows : 1;
    return grid.x <= columns / block.x + 1 && grid.y <= rows / block.y + 1;
}

// Which thread owns element i if it has the usual index; "" if that cannot be told.
template <class T>
std::string owner_text(const Comparison<T>& c, std::size_t i) {
    const Launch* launch = c.launch();
    if (!launch || !has_owners(c, *launch)) return {};
    const Dim3 &grid = launch->grid, &block = launch->block;
    if (grid.y == 1 && block.y == 1) {
        const std::uint64_t index = i / block.x;
        if (index < grid.x) return fmt::format("  [block {}, thread {}]", index, i % block.x);
        return c.unwritten[i] ? "  [beyond the grid's last thread]" : "";
    }
    if (!c.shape || c.shape->columns == 0) return {};
    const std::size_t row = i / c.shape->columns, column = i % c.shape->columns;
    // A grid that does not have one thread per element uses another index.
    if (std::uint64_t{grid.x} * block.x < c.shape->columns ||
        std::uint64_t{grid.y} * block.y < c.shape->rows)
        return {};
    return fmt::format("  [block ({},{}), thread ({},{})]", column / block.x, row / block.y,
                       column % block.x, row % block.y);
}

template <class T>
std::string place_text(const Comparison<T>& c, std::size_t i) {
    if (!c.shape || c.shape->columns == 0) return fmt::format("element {}", i);
    return fmt::format("row {}, column {}", i / c.shape->columns, i % c.shape->columns);
}

template <class T>
std::string difference_text(const Comparison<T>& c, std::size_t i, const Tolerance& tolerance) {
    if constexpr (std::is_same_v<T, double>) {
        const double difference = std::abs(c.actual[i] - c.expected[i]);
        if (!std::isfinite(difference)) return {};
        if (tolerance.most_ulp > 0)
            return fmt::format(" (off by {:.3g} ulp, at most {:g})",
                               difference / ulp_of(c.type, c.expected[i]), tolerance.most_ulp);
        if (!tolerance.is_exact())
            return fmt::format(" (off by {:.3g}, at most {:.3g})", difference,
                               tolerance.absolute + tolerance.relative * std::abs(c.expected[i]));
    }
    return {};
}

// What an array on the host may lack: a kernel or copy ran only when the function had returned or
// gave its memory back, so its result came too late. "" if all was waited for.
std::string too_late_text(const CallRecord& record, const ArgumentRecord& output) {
    if (output.spec.kind != wire::ArgumentKind::host_array) return {};
    const auto too_late = [](const std::optional<std::string>& ran_in) {
        static constexpr std::string_view releases[] = {"", "cudaFree", "cudaFreeHost",
                                                        "cudaHostUnregister", "cudaDeviceReset"};
        return ran_in &&
               std::find(std::begin(releases), std::end(releases), *ran_in) != std::end(releases);
    };
    const auto text = [](const std::string& what, const std::string& ran_in) {
        return fmt::format("\n    {} ran only {}: no call had waited for it. Call "
                           "cudaDeviceSynchronize() before the host uses its result",
                           what,
                           ran_in.empty() ? std::string("after the function had returned")
                                          : "in " + ran_in + "()");
    };
    std::optional<std::size_t> last_fetch; // the last copy to the host, where there is one
    for (const Copy& copy : record.trace.copies)
        if (copy.error == 0 && copy.direction == device_to_host) last_fetch = copy.order;
    for (const Launch& launch : record.trace.launches)
        if (launch.error == 0 && too_late(launch.ran_in)) {
            if (last_fetch && *last_fetch < launch.order)
                return fmt::format("\n    {}() was launched after the last copy to the host: what "
                                   "it did was never fetched",
                                   launch.short_name());
            return text(launch.short_name() + "()", *launch.ran_in);
        }
    for (const Copy& copy : record.trace.copies)
        if (copy.error == 0 && too_late(copy.ran_in))
            return text(copy.api + "()" + in_place(copy.place), *copy.ran_in);
    return {};
}

// An array of whose elements as many bytes were set as it has elements.
std::string elements_for_bytes_text(const CallRecord& record, const ArgumentRecord& output) {
    const ArgumentSpec& spec = output.spec;
    if (spec.element_bytes == 1 || output.device_address == 0) return {};
    for (const Fill& fill : record.trace.fills)
        if (fill.error == 0 && fill.address == output.device_address && fill.bytes == spec.count)
            return fmt::format("\n    {} was asked for {}, and {} of {} bytes are {}: sizes are "
                               "counted in bytes (sizeof)",
                               describe_call(fill), plural(fill.bytes, "byte", "bytes"),
                               plural(spec.count, "element", "elements"), spec.element_bytes,
                               spec.bytes());
    return {};
}

template <class T>
std::string explain(const Comparison<T>& c, const Expectation& expectation) {
    const Tolerance& tolerance = expectation.tolerance;
    std::vector<std::vector<T>> sources;
    for (const std::size_t index : expectation.sources)
        if (auto values = c.input(index)) sources.push_back(std::move(*values));
    // " (from 3, 4)": what element i is made from.
    auto sources_text = [&](std::size_t i) {
        std::string text;
        for (const std::vector<T>& values : sources)
            text += (text.empty() ? " (from " : ", ") + value_text(c.type, values[i]);
        return text.empty() ? text : text + ")";
    };
    std::string text =
        fmt::format("{}: {} of {} ({}) {} wrong", name_of_argument(*c.record, c.argument),
                    c.wrong_count, plural(c.size(), "element", "elements"), type_name(c.type),
                    c.wrong_count == 1 ? "is" : "are");
    if (auto pattern = find_pattern(c)) text += "\n    " + *pattern;
    text += too_late_text(*c.record, c.output());
    text += elements_for_bytes_text(*c.record, c.output());
    std::size_t shown = 0;
    for (std::size_t i = 0; i < c.size() && shown < most_elements_shown; ++i) {
        if (!c.wrong[i]) continue;
        ++shown;
        const std::string expected = value_text(c.type, c.expected[i]);
        // One chance match among one-byte elements is no statement about an element.
        const bool missing =
            c.unwritten[i] && (c.output().spec.element_bytes > 1 || c.unwritten_count > 3);
        if (missing)
            text += fmt::format("\n    {}{}: expected {}, never written{}", place_text(c, i),
                                sources_text(i), expected, owner_text(c, i));
        else
            text += fmt::format("\n    {}{}: expected {}, got {}{}{}", place_text(c, i),
                                sources_text(i), expected, value_text(c.type, c.actual[i]),
                                difference_text(c, i, tolerance), owner_text(c, i));
    }
    if (shown < c.wrong_count) text += "\n    ...";
    return text;
}

// Still as it was filled before the call; or, on the way through device memory of the learner's
// own, as that memory is when it is fresh.
std::vector<bool> find_unwritten(const ArgumentRecord& output, bool on_virtual_gpu) {
    std::vector<bool> unwritten(output.spec.count, false);
    if (output.poison.empty()) return unwritten;
    const std::size_t size = output.spec.element_bytes;
    for (std::size_t i = 0; i < unwritten.size(); ++i)
        unwritten[i] = std::memcmp(&output.after[i * size], &output.poison[i * size], size) == 0;
    constexpr std::uint32_t word = wire::fresh_memory_word;
    if (!on_virtual_gpu || size % sizeof word != 0) return unwritten;
    std::vector<std::byte> fresh(size);
    for (std::size_t at = 0; at < size; at += sizeof word)
        std::memcpy(&fresh[at], &word, sizeof word);
    for (std::size_t i = 0; i < unwritten.size(); ++i)
        if (std::memcmp(&output.after[i * size], fresh.data(), size) == 0) unwritten[i] = true;
    return unwritten;
}

template <class T>
std::optional<std::string> compare(const CallRecord& record, const Expectation& expectation) {
    const ArgumentRecord& output = record.arguments[expectation.argument];
    Comparison<T> c;
    c.record = &record;
    c.argument = expectation.argument;
    c.type = output.spec.type;
    c.shape = expectation.shape;
    c.by_any_thread = expectation.by_any_thread;
    c.actual = widen<T>(output.spec.type, output.after);
    c.expected = widen<T>(expectation.values.type, expectation.values.bytes);
    c.wrong.resize(c.size());
    if constexpr (std::is_same_v<T, double>)
        c.same = [type = c.type, tolerance = expectation.tolerance](double actual,
                                                                    double expected) {
            return agrees(type, actual, expected, tolerance);
        };
    else
        c.same = [](T actual, T expected) { return actual == expected; };
    for (std::size_t i = 0; i < c.size(); ++i)
        if (!c.same(c.actual[i], c.expected[i])) {
            c.wrong[i] = true;
            ++c.wrong_count;
        }
    if (c.wrong_count == 0) return std::nullopt;
    c.unwritten = find_unwritten(output, record.on_virtual_gpu);
    for (std::size_t i = 0; i < c.size(); ++i) c.unwritten_count += c.wrong[i] && c.unwritten[i];
    return explain(c, expectation);
}

// Compares structures: their values cannot be shown, but unwritten elements can be described.
std::optional<std::string> compare_structures(const CallRecord& record,
                                              const Expectation& expectation) {
    const ArgumentRecord& output = record.arguments[expectation.argument];
    if (output.after == expectation.values.bytes) return std::nullopt;
    const std::size_t size = output.spec.element_bytes;
    std::size_t wrong = 0, first = output.spec.count;
    std::vector<bool> wrong_ones(output.spec.count, false);
    for (std::size_t i = 0; i < output.spec.count; ++i)
        if (std::memcmp(&output.after[i * size], &expectation.values.bytes[i * size], size) != 0) {
            wrong_ones[i] = true;
            if (wrong++ == 0) first = i;
        }
    std::string text = fmt::format("{}: {} of {} {} wrong, the first is element {}",
                                   name_of_argument(record, expectation.argument), wrong,
                                   plural(output.spec.count, "element", "elements"),
                                   wrong == 1 ? "is" : "are", first);
    const std::vector<bool> unwritten = find_unwritten(output, record.on_virtual_gpu);
    if (std::find(unwritten.begin(), unwritten.end(), true) != unwritten.end())
        if (auto pattern = find_coverage_pattern(
                {unwritten, wrong_ones, record, expectation.argument, nullptr}))
            text += "\n    " + *pattern;
    return text;
}

} // namespace

std::string name_of_argument(const CallRecord& record, std::size_t index) {
    const std::string& name = record.arguments.at(index).name;
    return name.empty() ? fmt::format("an argument of {}()", record.function)
                        : fmt::format("`{}` of {}()", name, record.function);
}

std::optional<std::string> diagnose(const CallRecord& record, const Expectation& expectation) {
    const std::size_t index = expectation.argument;
    if (index >= record.arguments.size() || !record.arguments[index].spec.is_array())
        throw std::logic_error(
            fmt::format("{}() has no array where the check expects one", record.function));
    const ArgumentRecord& output = record.arguments[index];
    const Values& expected = expectation.values;
    if (output.spec.count != expected.count)
        throw std::logic_error(fmt::format("{} has {} elements, but {} are expected of it",
                                           name_of_argument(record, index), output.spec.count,
                                           expected.count));
    if (expectation.shape && expectation.shape->rows * expectation.shape->columns != expected.count)
        throw std::logic_error(
            "the rows and columns of the check do not give the number of elements");
    // A reference may be wider than a floating-point output, if there is a tolerance.
    const bool wider =
        is_real(output.spec.type) && is_real(expected.type) && !expectation.tolerance.is_exact();
    if (output.spec.element_bytes != expected.element_bytes && !wider)
        throw std::logic_error(name_of_argument(record, index) +
                               " has another element type than expected");
    if (is_structure(output.spec.type)) return compare_structures(record, expectation);
    if (is_real(output.spec.type)) return compare<double>(record, expectation);
    if (output.spec.type == ElementType::u64) return compare<std::uint64_t>(record, expectation);
    return compare<std::int64_t>(record, expectation);
}

} // namespace workbook
