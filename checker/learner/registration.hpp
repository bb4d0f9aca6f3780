// The table of functions that a checker may call; WORKBOOK_CALLABLE (wire/interface.hpp) fills it.
#pragma once

#include <cstddef>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace workbook::learner {

// A function with its arguments' types taken away: `values[i]` points to the bytes of argument i,
// the returned value is written to `result`.
struct Callable {
    void (*call)(const void* const* values, void* result) = nullptr;
    const std::size_t* argument_bytes = nullptr;
    std::size_t argument_count = 0;
    std::size_t result_bytes = 0;
};

namespace detail {

template <class Type>
concept Passable = !std::is_reference_v<Type> && std::is_trivially_copyable_v<Type>;

template <auto function, class Result, class... Parameters>
struct Invoker {
    static_assert((Passable<Parameters> && ...),
                  "a callable function takes trivially copyable values; arrays are pointers");
    static_assert(std::is_void_v<Result> || Passable<Result>,
                  "a callable function returns void or a trivially copyable value");

    // One more than needed, so that a function without arguments has an array too.
    static constexpr std::size_t argument_bytes[] = {sizeof(Parameters)..., 0};

    static void call(const void* const* values, void* result) {
        apply(values, result, std::index_sequence_for<Parameters...>());
    }

    template <std::size_t... indices>
    static void apply([[maybe_unused]] const void* const* values, [[maybe_unused]] void* result,
                      std::index_sequence<indices...>) {
        if constexpr (std::is_void_v<Result>)
            function(*static_cast<const Parameters*>(values[indices])...);
        else
            *static_cast<Result*>(result) =
                function(*static_cast<const Parameters*>(values[indices])...);
    }

    static constexpr std::size_t result_bytes() {
        if constexpr (std::is_void_v<Result>)
            return 0;
        else
            return sizeof(Result);
    }

    static constexpr Callable callable{call, argument_bytes, sizeof...(Parameters), result_bytes()};
};

template <auto function, class Type>
struct Deduce;
template <auto function, class Result, class... Parameters>
struct Deduce<function, Result (*)(Parameters...)> : Invoker<function, Result, Parameters...> {};
template <auto function, class Result, class... Parameters>
struct Deduce<function, Result (*)(Parameters...) noexcept>
    : Invoker<function, Result, Parameters...> {};

} // namespace detail

template <auto function>
inline constexpr const Callable& invoke = detail::Deduce<function, decltype(function)>::callable;

class Registration {
  public:
    Registration(const char* name, const Callable& callable);
};

// Null when there is no such function.
const Callable* find_callable(std::string_view name);
std::vector<std::string_view> callable_names();

} // namespace workbook::learner
