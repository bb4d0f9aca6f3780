// Device-side printf: a format string and its packed arguments to text.
//
// vprintf's arguments lie one behind the other, each at a multiple of its size: 4 bytes for int and
// smaller, 8 for long, double and pointers (CUDA Programming Guide, "Formatted Output").
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace vgpu::exec {

struct PrintSource {
    // The argument of 4 or 8 bytes at an offset in the buffer; nullopt after a fault.
    std::function<std::optional<std::uint64_t>(std::uint64_t offset, int bytes)> argument;
    // The string that a pointer names; nullopt after a fault.
    std::function<std::optional<std::string>(std::uint64_t address)> string;
};

struct Printed {
    std::string text;
    int arguments = 0; // that the format used: what printf returns on the device
};

// nullopt when the source failed. A conversion that is not known is printed as it stands.
std::optional<Printed> format_print(std::string_view format, const PrintSource& source);

} // namespace vgpu::exec
