// WORKBOOK_RUN: one call of a learner's function, in the learner process.
//
//     const Run run = WORKBOOK_RUN(add, device_in(x), device_in(y), device_out<int>(4096), 4096);
//
// The arguments are checked against the function's declaration when the check is compiled. The
// function itself is not part of the check program.
#pragma once

#include "harness/reference.hpp"
#include "harness/session.hpp"

namespace workbook {
namespace detail {

template <class Function>
struct Call;

template <class Result, class... Parameters>
struct Call<Result (*)(Parameters...)> {
    template <class... Arguments>
    static CallSpec spec(const char* name, VirtualGpu gpu, Arguments&&... arguments) {
        static_assert(sizeof...(Arguments) == sizeof...(Parameters),
                      "the function takes another number of arguments");
        static_assert(sizeof...(Parameters) <= wire::most_arguments);
        CallSpec spec;
        spec.function = name;
        if constexpr (!std::is_void_v<Result>) spec.result_bytes = sizeof(Result);
        spec.gpu = std::move(gpu);
        spec.arguments.reserve(sizeof...(Parameters));
        (spec.arguments.push_back(specify<Parameters>(std::forward<Arguments>(arguments))), ...);
        return spec;
    }
};

template <class Result, class... Parameters>
struct Call<Result (*)(Parameters...) noexcept> : Call<Result (*)(Parameters...)> {};

} // namespace detail
} // namespace workbook

#define WORKBOOK_CALL_SPEC(gpu, function, ...)                                                     \
    ::workbook::detail::Call<decltype(&function)>::spec(#function, gpu __VA_OPT__(, ) __VA_ARGS__)

#define WORKBOOK_RUN_IN(gpu, function, ...)                                                        \
    ::workbook::Session::current().call(                                                           \
        WORKBOOK_CALL_SPEC(gpu, function __VA_OPT__(, ) __VA_ARGS__))

#define WORKBOOK_RUN(function, ...)                                                                \
    WORKBOOK_RUN_IN(::workbook::VirtualGpu(), function __VA_OPT__(, ) __VA_ARGS__)

// On the virtual GPU with blocks and warps in an order that the seed determines; a real GPU orders
// them as it likes.
#define WORKBOOK_RUN_SCHEDULED(seed, function, ...)                                                \
    WORKBOOK_RUN_IN(::workbook::scheduled(static_cast<std::uint64_t>(seed)),                       \
                    function __VA_OPT__(, ) __VA_ARGS__)

// On the virtual GPU with the properties and limits of a card: "t4", "a100", "h200", "rtx4090"; a
// real GPU is what it is.
#define WORKBOOK_RUN_ON(profile, function, ...)                                                    \
    WORKBOOK_RUN_IN(::workbook::of_profile(profile), function __VA_OPT__(, ) __VA_ARGS__)

// The same in the lesson's reference program, which is given code alone (reference.hpp).
#define WORKBOOK_REFERENCE(function, ...)                                                          \
    ::workbook::call_reference(                                                                    \
        WORKBOOK_CALL_SPEC(::workbook::VirtualGpu(), function __VA_OPT__(, ) __VA_ARGS__))
#define WORKBOOK_REFERENCE_ON(profile, function, ...)                                              \
    ::workbook::call_reference(                                                                    \
        WORKBOOK_CALL_SPEC(::workbook::of_profile(profile), function __VA_OPT__(, ) __VA_ARGS__))
