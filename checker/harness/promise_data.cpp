// The promise starts_anew: a call that was right is made again after one with other data of the
// same size, at the same addresses. What remembers by size or by address gives that one's results.
// And for reports_errors: which calls are not worth repeating.
#include "harness/promise_book.hpp"

#include <algorithm>
#include <cstring>

namespace workbook::promises {

// Each element becomes one that was there before it: x[i] = x[i / 2]. All values are of the call's
// own, so that they are valid in it, and sums and orders change.
std::optional<CallSpec> with_other_data(CallSpec spec) {
    bool changed = false;
    for (ArgumentSpec& argument : spec.arguments) {
        if (!argument.is_array() || argument.direction == wire::Direction::out) continue;
        const std::vector<std::byte> before = argument.initial;
        const std::size_t size = argument.element_bytes;
        for (std::size_t i = 0; i < argument.count; ++i)
            std::memcpy(&argument.initial[i * size], &before[i / 2 * size], size);
        changed |= argument.initial != before;
    }
    if (!changed) return std::nullopt;
    return spec;
}

bool same_refusals(const Trace& a, const Trace& b) {
    constexpr std::uint64_t few = 16;
    return a.refusable > few && a.refusable == b.refusable && a.calls == b.calls &&
           std::ranges::equal(a.launches, b.launches, {}, &Launch::kernel, &Launch::kernel);
}

} // namespace workbook::promises
