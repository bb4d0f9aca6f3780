#include "vgpu/ptx/demangle.hpp"

#include "vgpu/ptx/limits.hpp"

#include <cxxabi.h>

#include <charconv>
#include <cstdlib>
#include <memory>

namespace vgpu::ptx {
namespace {

bool is_decimal(char c) { return c >= '0' && c <= '9'; }

// The identifiers that a name begins with, each of which says itself how long it is:
// "_ZN1a6kernelE" has two. They are taken from `rest`, which begins behind "_Z".
std::string take_leading_identifiers(std::string_view& rest) {
    const bool is_nested = rest.starts_with('N');
    if (is_nested) rest.remove_prefix(1);
    std::string path;
    while (!rest.empty() && is_decimal(rest.front()) && (is_nested || path.empty())) {
        std::size_t length = 0;
        const auto number = std::from_chars(rest.data(), rest.data() + rest.size(), length);
        const auto digits = static_cast<std::size_t>(number.ptr - rest.data());
        if (number.ec != std::errc() || length == 0 || length > rest.size() - digits) break;
        rest.remove_prefix(digits);
        const std::string_view name = rest.substr(0, length);
        path += path.empty() ? "" : "::";
        path += name.starts_with("_GLOBAL__N_") ? "(anonymous namespace)" : name;
        rest.remove_prefix(length);
    }
    return path;
}

// How often the name can double, at most. "S1_" and "T0_" stand for something that stands before
// them, which is no longer than all that was written so far; a function within another one gives
// "T0_" a second meaning; and a pack ("Dp", "sp") is written once for each of its members, of which
// there are less than 2^10 in a name. Letters of identifiers behind the leading ones are counted,
// too: that only makes the bound larger.
std::size_t most_doublings(std::string_view mangled) {
    std::size_t references = 0, functions = 1, packs = 0;
    mangled.remove_prefix(2);
    for (; mangled.starts_with('Z'); mangled.remove_prefix(1)) ++functions;
    take_leading_identifiers(mangled);
    for (std::size_t i = 0; i < mangled.size(); ++i) {
        const char c = mangled[i];
        const char next = i + 1 < mangled.size() ? mangled[i + 1] : '\0';
        if (c == 'S' || c == 'T') {
            std::size_t end = i + 1;
            while (end < mangled.size() &&
                   (is_decimal(mangled[end]) || (mangled[end] >= 'A' && mangled[end] <= 'Z')))
                ++end;
            if (end < mangled.size() && mangled[end] == '_') ++references;
        }
        if (c == 'Z') ++functions; // besides the name's own
        if ((c == 'D' || c == 's') && next == 'p') ++packs;
    }
    return references * functions + 10 * packs;
}

// "_ZZ6kernelPfE4tile", "_ZZ6kernelPfE4tile_0" -> "::tile": the part of a name within a function
// behind that function. Empty if the name is not within a function.
std::string name_within(std::string_view mangled) {
    for (std::size_t end = mangled.find('E'); end != std::string_view::npos;
         end = mangled.find('E', end + 1)) {
        std::string_view rest = mangled.substr(end + 1);
        std::size_t length = 0;
        const auto number = std::from_chars(rest.data(), rest.data() + rest.size(), length);
        rest.remove_prefix(static_cast<std::size_t>(number.ptr - rest.data()));
        if (number.ec != std::errc() || length == 0 || length > rest.size()) continue;
        const std::string_view occurrence = rest.substr(length);
        if (occurrence.empty() ||
            (occurrence.starts_with('_') &&
             occurrence.find_first_not_of("_0123456789") == std::string_view::npos))
            return "::" + std::string(rest.substr(0, length));
    }
    return "";
}

// The part of the name in front of the first arguments, which says itself how long it is.
std::string without_arguments(std::string_view mangled) {
    std::string_view rest = mangled.substr(2);
    const std::string inner = rest.starts_with('Z') ? name_within(mangled) : "";
    if (!inner.empty()) rest.remove_prefix(1);
    const std::string path = take_leading_identifiers(rest);
    if (path.empty()) return std::string(mangled);
    return path + (rest.starts_with('I') ? "<...>(...)" : "(...)") + inner;
}

// "__nv_static_52__62882dbb_..._21121__Z3putPii", 52 being the length of the middle: in relocatable
// device code, what nvcc makes of a name without linkage.
std::string_view without_unit(std::string_view mangled) {
    constexpr std::string_view prefix = "__nv_static_";
    if (!mangled.starts_with(prefix)) return mangled;
    const std::string_view rest = mangled.substr(prefix.size());
    std::size_t length = 0;
    const auto number = std::from_chars(rest.data(), rest.data() + rest.size(), length);
    const auto before = static_cast<std::size_t>(number.ptr - rest.data()) + 1;
    if (number.ec != std::errc() || before >= rest.size() || length >= rest.size() - before)
        return mangled;
    const std::string_view name = rest.substr(before + length);
    return name.starts_with("__Z") ? name.substr(1) : mangled;
}

} // namespace

std::string demangle(std::string_view mangled) {
    mangled = without_unit(mangled);
    constexpr std::size_t most = limits::function_name;
    if (mangled.size() > most) return std::string(mangled.substr(0, most - 3)) + "...";
    const std::string name(mangled);
    if (!mangled.starts_with("_Z")) return name;
    constexpr std::size_t doublings_at_ease = 12;
    if (most_doublings(mangled) > doublings_at_ease) return without_arguments(mangled);
    int status = 0;
    const std::unique_ptr<char, void (*)(void*)> plain(
        abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status), std::free);
    if (status != 0 || !plain) return name;
    const std::string_view text(plain.get());
    return text.size() <= most ? std::string(text) : without_arguments(mangled);
}

} // namespace vgpu::ptx
