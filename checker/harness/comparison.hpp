// An output beside what was expected, element by element, in the form that the patterns look at.
//
// Integers are widened to 64 bits and floats to double, which loses nothing, so that each pattern
// is compiled for three types only. Which elements are wrong is decided in the output's own type.
#pragma once

#include "harness/diagnosis.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

namespace workbook {

template <class T>
struct Comparison {
    std::vector<T> actual;
    std::vector<T> expected;
    std::vector<bool> wrong;
    std::vector<bool>
        unwritten; // still as it was filled before the call; a chance match is possible
    std::size_t wrong_count = 0;
    std::size_t unwritten_count = 0; // of the wrong ones
    std::function<bool(T, T)> same;  // actual, expected

    const CallRecord* record = nullptr;
    std::size_t argument = 0;
    ElementType type = ElementType::other;
    std::optional<Shape> shape;
    bool by_any_thread = false; // no launch shows which thread made an element

    std::size_t size() const { return actual.size(); }
    const ArgumentRecord& output() const { return record->arguments[argument]; }
    // The call's only successful launch, or one that stands for all because all have the same
    // shape.
    const Launch* launch() const;
    // Another array argument of the same type and length, as it was before the call; by argument
    // index.
    std::optional<std::vector<T>> input(std::size_t index) const;
    std::size_t first_wrong() const {
        std::size_t i = 0;
        while (i < size() && !wrong[i]) ++i;
        return i;
    }
};

// Bytes as elements of the canonical type.
template <class T>
std::vector<T> widen(ElementType type, const std::vector<std::byte>& bytes) {
    return visit_type(type, [&]<class Narrow>() {
        std::vector<T> values(bytes.size() / sizeof(Narrow));
        for (std::size_t i = 0; i < values.size(); ++i) {
            Narrow value;
            std::memcpy(&value, &bytes[i * sizeof(Narrow)], sizeof value);
            values[i] = static_cast<T>(value);
        }
        return values;
    });
}

template <class T>
std::optional<std::vector<T>> Comparison<T>::input(std::size_t index) const {
    const ArgumentSpec& spec = record->arguments[index].spec;
    if (!spec.is_array() || spec.type != type || spec.count != size() || spec.initial.empty())
        return std::nullopt;
    return widen<T>(type, spec.initial);
}

template <class T>
const Launch* Comparison<T>::launch() const {
    const Launch* found = nullptr;
    if (by_any_thread) return found;
    for (const Launch& candidate : record->trace.launches) {
        if (candidate.error != 0) continue;
        if (found && (found->grid != candidate.grid || found->block != candidate.block))
            return nullptr;
        found = &candidate;
    }
    return found;
}

// "every element from 4096 on was never written: ..."; nothing if no pattern fits. Only for
// comparisons with wrong elements.
template <class T>
std::optional<std::string> find_pattern(const Comparison<T>& comparison);

extern template std::optional<std::string> find_pattern(const Comparison<std::int64_t>&);
extern template std::optional<std::string> find_pattern(const Comparison<std::uint64_t>&);
extern template std::optional<std::string> find_pattern(const Comparison<double>&);

// The part of find_pattern that looks at what was not written; it does not depend on the values.
struct Coverage {
    const std::vector<bool>& unwritten; // some by chance: what was written is what was there before
    const std::vector<bool>& wrong;
    const CallRecord& record;
    std::size_t argument;
    const Launch* launch; // may be null
};
std::optional<std::string> find_coverage_pattern(const Coverage& coverage);

} // namespace workbook
