// What a check passes to a learner's function: values, host arrays and device arrays.
#pragma once

#include "harness/element_type.hpp"
#include "wire/message.hpp"

#include <cstddef>
#include <cstring>
#include <ranges>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace workbook {

struct ArgumentSpec {
    wire::ArgumentKind kind = wire::ArgumentKind::value;
    wire::Direction direction = wire::Direction::in;
    ElementType type = ElementType::other;
    std::size_t element_bytes = 0;
    std::size_t count = 0; // elements; of a value 1
    // More than 1: the function gets so many copies of the array, one behind the other; of what it
    // makes of them the first is kept. For calls with `VirtualGpu::sampling`.
    std::size_t repeats = 1;
    std::vector<std::byte> initial; // empty for direction out

    std::size_t bytes() const { return element_bytes * count; }
    bool is_array() const { return kind != wire::ArgumentKind::value; }
    bool is_output() const { return is_array() && direction != wire::Direction::in; }
};

// An array of T that stands where the function has a pointer.
template <class T>
struct ArrayArgument {
    ArgumentSpec spec;
};

namespace detail {

template <class T>
ArrayArgument<T> array_argument(wire::ArgumentKind kind, wire::Direction direction,
                                std::size_t count, const T* initial) {
    static_assert(std::is_trivially_copyable_v<T>, "arrays of trivially copyable elements only");
    ArgumentSpec spec{kind, direction, element_type_of<T>(), sizeof(T), count, 1, {}};
    if (initial && count > 0) {
        const auto* bytes = reinterpret_cast<const std::byte*>(initial);
        spec.initial.assign(bytes, bytes + count * sizeof(T));
    }
    return {std::move(spec)};
}

template <std::ranges::contiguous_range Range>
auto array_of(wire::ArgumentKind kind, wire::Direction direction, const Range& values) {
    using T = std::remove_cv_t<std::ranges::range_value_t<Range>>;
    return array_argument<T>(kind, direction, std::ranges::size(values), std::ranges::data(values));
}

} // namespace detail

// Host arrays: the function gets a host pointer.
template <std::ranges::contiguous_range Range>
auto in(const Range& values) {
    return detail::array_of(wire::ArgumentKind::host_array, wire::Direction::in, values);
}
template <std::ranges::contiguous_range Range>
auto inout(const Range& values) {
    return detail::array_of(wire::ArgumentKind::host_array, wire::Direction::inout, values);
}
template <class T>
ArrayArgument<T> out(std::size_t count) {
    return detail::array_argument<T>(wire::ArgumentKind::host_array, wire::Direction::out, count,
                                     nullptr);
}

// Device arrays: allocated and copied outside the traced window, by the engine, on a real GPU by
// the learner program. The function gets a device pointer, null for an array without elements.
template <std::ranges::contiguous_range Range>
auto device_in(const Range& values) {
    return detail::array_of(wire::ArgumentKind::device_array, wire::Direction::in, values);
}
template <std::ranges::contiguous_range Range>
auto device_inout(const Range& values) {
    return detail::array_of(wire::ArgumentKind::device_array, wire::Direction::inout, values);
}
template <class T>
ArrayArgument<T> device_out(std::size_t count) {
    return detail::array_argument<T>(wire::ArgumentKind::device_array, wire::Direction::out, count,
                                     nullptr);
}

namespace detail {

template <class T>
inline constexpr bool is_array_argument = false;
template <class T>
inline constexpr bool is_array_argument<ArrayArgument<T>> = true;

template <class T>
concept PlainInteger =
    std::is_integral_v<T> && !std::is_same_v<T, bool> && !std::is_same_v<T, char> &&
    !std::is_same_v<T, wchar_t> && !std::is_same_v<T, char8_t> && !std::is_same_v<T, char16_t> &&
    !std::is_same_v<T, char32_t>;

// One argument as the parameter's type; a mismatch is an error of the check, found at compile time
// where that is possible.
template <class Parameter, class Argument>
ArgumentSpec specify(Argument&& argument) {
    using Given = std::remove_cvref_t<Argument>;
    if constexpr (is_array_argument<Given>) {
        static_assert(std::is_pointer_v<Parameter>,
                      "an array stands where the function has no pointer");
        using Pointee = std::remove_pointer_t<Parameter>;
        static_assert(std::is_same_v<ArrayArgument<std::remove_cv_t<Pointee>>, Given>,
                      "the array's elements have another type than the function's pointer");
        if (std::is_const_v<Pointee> && argument.spec.direction != wire::Direction::in)
            throw std::logic_error(
                "an output array stands where the function has a pointer to const");
        return std::forward<Argument>(argument).spec;
    } else {
        static_assert(std::is_convertible_v<Given, Parameter>,
                      "the value does not convert to the function's parameter");
        static_assert(!std::is_pointer_v<Parameter> || std::is_null_pointer_v<Given>,
                      "pass arrays as in(...), out<T>(...), device_in(...), ...");
        if constexpr (PlainInteger<Given> && PlainInteger<Parameter>)
            if (!std::in_range<Parameter>(argument))
                throw std::out_of_range(
                    "a value of the check does not fit the function's parameter: " +
                    std::to_string(argument));
        const auto value = static_cast<Parameter>(argument);
        ArgumentSpec spec{wire::ArgumentKind::value,
                          wire::Direction::in,
                          element_type_of<Parameter>(),
                          sizeof(Parameter),
                          1,
                          1,
                          std::vector<std::byte>(sizeof(Parameter))};
        std::memcpy(spec.initial.data(), &value, sizeof value);
        return spec;
    }
}

} // namespace detail
} // namespace workbook
