// The promise any_size: a call that was right is made again with so many elements that 32 bits
// cannot count them. Values mean nothing then (VirtualGpu::sampling); what counts is whether the
// kernels stay within the arrays and come to their ends.
#include "harness/describe.hpp"
#include "harness/diagnosis.hpp"
#include "harness/promise_book.hpp"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>

namespace workbook::promises {
namespace {

constexpr double beyond_32_bits = 4294967296.0;
constexpr std::size_t many_elements = (std::size_t{1} << 32) + (std::size_t{1} << 28);
constexpr std::size_t fewest = 33; // smaller numbers are rather something else than a count

std::size_t value_of(const ArgumentSpec& argument) {
    if (argument.is_array() || argument.type != element_type_of<std::size_t>()) return 0;
    std::size_t value = 0;
    std::memcpy(&value, argument.initial.data(), sizeof value);
    return value;
}

// The value of an integer argument, and 0 of any other.
std::size_t integer_of(const ArgumentSpec& argument) {
    if (argument.is_array()) return 0;
    if (argument.type != element_type_of<int>()) return value_of(argument);
    int value = 0;
    std::memcpy(&value, argument.initial.data(), sizeof value);
    return value > 0 ? static_cast<std::size_t>(value) : 0;
}

// Whether argument `which` counts the elements of array `array`: in all calls, since in one of them
// that may be chance. One element may also stand for `part(call)` of those that are counted: the
// last one for fewer.
template <typename Part>
bool counts(const std::vector<KeptCall>& calls, std::size_t which, std::size_t array, Part part) {
    return std::ranges::all_of(calls, [&](const KeptCall& call) {
        const ArgumentSpec& elements = call.spec.arguments[array];
        const std::size_t value = value_of(call.spec.arguments[which]), parts = part(call.spec);
        if (!elements.is_array() || parts == 0) return false;
        if (value == 0) return true;
        return parts == 1 ? elements.count % value == 0
                          : elements.count == (value + parts - 1) / parts;
    });
}

// An element for each value, for each warp, or for as many as an argument says (a block's threads).
bool counts(const std::vector<KeptCall>& calls, std::size_t which, std::size_t array) {
    constexpr std::size_t warp = 32;
    if (counts(calls, which, array, [](const CallSpec&) { return 1; }) ||
        counts(calls, which, array, [](const CallSpec&) { return warp; }))
        return true;
    for (std::size_t i = 0; i < calls.front().spec.arguments.size(); ++i) {
        const auto part = [i](const CallSpec& spec) { return integer_of(spec.arguments[i]); };
        if (i != which && counts(calls, which, array, part)) return true;
    }
    return false;
}

std::vector<std::size_t> counted_by(const std::vector<KeptCall>& calls, const CallSpec& spec,
                                    std::size_t which) {
    std::vector<std::size_t> arrays;
    for (std::size_t i = 0; i < spec.arguments.size(); ++i)
        if (spec.arguments[i].count != 0 && counts(calls, which, i)) arrays.push_back(i);
    return arrays;
}

// The call with many times as many elements of those that this argument counts.
std::optional<CallSpec> grown(const std::vector<KeptCall>& calls, CallSpec spec,
                              std::size_t which) {
    const std::size_t value = value_of(spec.arguments[which]);
    if (value < fewest) return std::nullopt;
    std::size_t most = 0;
    const std::vector<std::size_t> arrays = counted_by(calls, spec, which);
    for (const std::size_t i : arrays) most = std::max(most, spec.arguments[i].count);
    if (most == 0) return std::nullopt;
    const std::size_t times = (many_elements + most - 1) / most;
    for (const std::size_t i : arrays) {
        if (spec.arguments[i].bytes() * times > wire::most_long_bytes) return std::nullopt;
        spec.arguments[i].repeats = times;
    }
    const std::size_t grown_value = value * times;
    std::memcpy(spec.arguments[which].initial.data(), &grown_value, sizeof grown_value);
    spec.gpu.sampling = true;
    return spec;
}

std::size_t elements_of(const CallSpec& spec) {
    std::size_t most = 0;
    for (const ArgumentSpec& argument : spec.arguments)
        if (argument.repeats > 1) most = std::max(most, argument.count * argument.repeats);
    return most;
}

std::string name_of_memory(const CallRecord& record, std::uint64_t address) {
    for (std::size_t i = 0; i < record.arguments.size(); ++i)
        if (record.arguments[i].device_address == address) return name_of_argument(record, i);
    return "an array";
}

std::uint64_t most_threads(const CallRecord& record) {
    std::uint64_t most = 0;
    for (const Launch& launch : record.trace.launches)
        most = std::max(most, launch.grid.count() * launch.block.count());
    return most;
}

// How far kernels came, as a number of elements; those that were ended early are only looked at
// where they had come round: the last place before that is at most a grid's step away. Where the
// step is nearly as large as all that 32 bits can count, a block of many may have done the work of
// all, and the place tells nothing.
void judge_reach(const CallSpec& spec, const CallRecord& record, std::vector<Finding>& findings) {
    const auto elements = static_cast<double>(elements_of(spec));
    const auto has_come_round = [step = static_cast<double>(most_threads(record))](double reached) {
        return step <= beyond_32_bits / 4 &&
               ((reached <= beyond_32_bits && reached >= beyond_32_bits - step) ||
                (reached <= beyond_32_bits / 2 && reached >= beyond_32_bits / 2 - step));
    };
    for (const Reach::Row& row : record.trace.reach.allocations) {
        const double reached =
            static_cast<double>(row.end) / static_cast<double>(row.bytes) * elements;
        if (row.end == 0 || reached > beyond_32_bits ||
            (record.trace.reach.cut && !has_come_round(reached)))
            continue;
        findings.push_back(
            {Verdict::wrong_answer,
             fmt::format("its kernels came no further than element {:.0f} of {}, which has {:.0f}",
                         reached, name_of_memory(record, row.address), elements)});
        return;
    }
}

// Copies between the device and a long array of the host have to come to its end.
void judge_copies(const CallRecord& record, std::vector<Finding>& findings) {
    for (std::size_t i = 0; i < record.arguments.size(); ++i) {
        const ArgumentSpec& argument = record.arguments[i].spec;
        if (argument.repeats == 1 || argument.kind != wire::ArgumentKind::host_array) continue;
        const std::uint64_t begin = wire::long_array_address(i);
        const std::uint64_t bytes = argument.bytes() * argument.repeats;
        std::uint64_t furthest = 0;
        for (const Copy& copy : record.trace.copies)
            for (const std::uint64_t address : {copy.source, copy.destination})
                if (copy.error == 0 && address - begin < bytes)
                    furthest = std::max(furthest, address - begin + copy.bytes);
        if (furthest == 0 || furthest == bytes) continue;
        findings.push_back(
            {Verdict::wrong_answer, fmt::format("its copies moved {} of the {} bytes of {}",
                                                furthest, bytes, name_of_argument(record, i))});
        return;
    }
}

} // namespace

std::uint64_t threads_of(const CallRecord& record) {
    std::uint64_t threads = 0;
    for (const Launch& launch : record.trace.launches)
        threads += launch.grid.count() * launch.block.count();
    return threads;
}

bool has_a_count(const CallSpec& spec) {
    return std::ranges::any_of(
        spec.arguments, [](const ArgumentSpec& argument) { return value_of(argument) >= fewest; });
}

std::vector<CallSpec> with_many_elements(const std::vector<KeptCall>& calls, const KeptCall& call) {
    std::vector<CallSpec> many;
    for (std::size_t i = 0; i < call.spec.arguments.size(); ++i)
        if (auto spec = grown(calls, call.spec, i)) many.push_back(std::move(*spec));
    return many;
}

std::vector<Finding> judge_many_elements(const CallSpec& spec, const CallRecord& record) {
    std::vector<Finding> findings = record.problems;
    // Slow is not wrong, and neither is a copy on the host: no lesson has such arrays.
    std::erase_if(findings, [](const Finding& one) {
        return one.verdict == Verdict::timed_out || one.verdict == Verdict::out_of_memory;
    });
    if (findings.empty() && record.returned_normally) {
        judge_reach(spec, record, findings);
        if (findings.empty()) judge_copies(record, findings);
    }
    if (findings.empty()) return findings;
    findings.resize(1);
    findings[0].text = fmt::format(
        "{}() was right before; then it was called with {} elements, more than 32 bits can count "
        "(is there an int or an unsigned where a std::size_t has to be, before a product is "
        "made?):\n{}",
        spec.function, elements_of(spec), findings[0].text);
    return findings;
}

} // namespace workbook::promises
