#include "vgpu/runtime/fatbin/image.hpp"

#include <fmt/core.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>

namespace vgpu::runtime::fatbin {
namespace {

constexpr std::uint32_t wrapper_magic = 0x466243b1;
constexpr std::uint32_t elf_magic = 0x464c457f;
constexpr std::uint32_t linked_version = 2; // of a wrapper: relocatable device code

// What the compiler puts into .nvFatBinSegment.
struct Wrapper {
    std::uint32_t magic;
    std::uint32_t version; // 1 or linked_version
    const void* container;
    const void* const* prelinked; // the units' containers, a null pointer behind the last
};

// More units than any program links.
constexpr std::size_t most_units = 1 << 16;

Expected<std::span<const std::byte>> bytes_of_container(const void* container) {
    if (!is_mapped(container, container_header_bytes))
        return Diagnostic{"the program's fat binary lies outside its memory", {}};
    const auto* bytes = static_cast<const std::byte*>(container);
    const auto size = container_bytes(
        std::span<const std::byte, container_header_bytes>(bytes, container_header_bytes));
    if (!size) return size.error();
    if (!is_mapped(container, *size))
        return Diagnostic{
            fmt::format("the program's fat binary is damaged: it claims {} bytes, more "
                        "than the program has there",
                        *size),
            {}};
    return std::span(bytes, static_cast<std::size_t>(*size));
}

Expected<std::vector<Ptx>> ptx_of_container(const void* container,
                                            std::uint32_t device_architecture) {
    const auto bytes = bytes_of_container(container);
    if (!bytes) return bytes.error();
    auto ptx = choose_ptx(*bytes, device_architecture);
    if (!ptx) return ptx.error();
    return std::vector{std::move(*ptx)};
}

Expected<std::vector<Ptx>> ptx_of_units(const void* const* containers,
                                        std::uint32_t device_architecture) {
    std::vector<Ptx> units;
    for (std::size_t index = 0; index < most_units; ++index) {
        if (!is_mapped(containers + index, sizeof *containers))
            return Diagnostic{"the program's list of linked device code lies outside its memory",
                              {}};
        if (containers[index] == nullptr) return units;
        const auto bytes = bytes_of_container(containers[index]);
        if (!bytes) return bytes.error();
        auto ptx = choose_ptx(*bytes, device_architecture);
        // The device runtime has PTX for the newest architecture only, if any.
        if ((!ptx || ptx->architecture > device_architecture) && is_device_runtime(*bytes))
            continue;
        if (!ptx) return ptx.error();
        units.push_back(std::move(*ptx));
    }
    return Diagnostic{"the program's list of linked device code does not end", {}};
}

// What stands behind `.target` in PTX text: 80 for sm_80. 0 if it has none; that is the parser's to
// say.
std::uint32_t architecture_of(std::string_view text) {
    std::uint32_t architecture = 0;
    const std::size_t target = text.find("\n.target");
    if (target == std::string_view::npos) return 0;
    const std::size_t name = text.find("sm_", target);
    if (name == std::string_view::npos || name > text.find('\n', target + 1)) return 0;
    std::from_chars(text.data() + name + 3, text.data() + text.size(), architecture);
    return architecture;
}

// PTX as text ends with a NUL.
Expected<std::vector<Ptx>> ptx_of_text(const char* text) {
    const auto page = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
    std::uint64_t length = 0;
    while (length <= max_text_bytes) {
        const char* from = text + length;
        if (!is_mapped(from, 1)) break;
        const std::uint64_t in_page = page - reinterpret_cast<std::uintptr_t>(from) % page;
        const std::uint64_t found = strnlen(from, in_page);
        length += found;
        if (found < in_page)
            return std::vector{Ptx{std::string(text, length), architecture_of({text, length})}};
    }
    return Diagnostic{"the device code is neither a fat binary nor PTX text that ends with a NUL",
                      {}};
}

} // namespace

bool is_mapped(const void* address, std::uint64_t bytes) {
    if (address == nullptr) return false;
    if (bytes == 0) return true;
    const auto page = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
    const auto first = reinterpret_cast<std::uintptr_t>(address);
    if (bytes > UINTPTR_MAX - first || first + bytes > UINTPTR_MAX - page) return false;
    std::array<unsigned char, 4096> resident; // mincore fails on unmapped pages; what it says of
                                              // the mapped ones is of no interest
    std::uint64_t from = first / page * page;
    const std::uint64_t end = (first + bytes + page - 1) / page * page;
    while (from < end) {
        const std::uint64_t step = std::min<std::uint64_t>(end - from, resident.size() * page);
        if (mincore(reinterpret_cast<void*>(from), step, resident.data()) != 0) return false;
        from += step;
    }
    return true;
}

Expected<std::vector<Ptx>> units_of_image(const void* image, std::uint32_t device_architecture) {
    std::uint32_t magic = 0;
    if (!is_mapped(image, sizeof magic))
        return Diagnostic{"the pointer to the device code is not valid", {}};
    std::memcpy(&magic, image, sizeof magic);
    if (magic == container_magic) return ptx_of_container(image, device_architecture);
    if (magic == elf_magic)
        return Diagnostic{"the device code is machine code (a cubin); the virtual GPU runs PTX",
                          {}};
    if (magic != wrapper_magic) return ptx_of_text(static_cast<const char*>(image));

    if (!is_mapped(image, sizeof(Wrapper)))
        return Diagnostic{"the program's fat binary wrapper lies outside its memory", {}};
    Wrapper wrapper;
    std::memcpy(&wrapper, image, sizeof wrapper);
    if (wrapper.version == linked_version && wrapper.prelinked != nullptr)
        return ptx_of_units(wrapper.prelinked, device_architecture);
    return ptx_of_container(wrapper.container, device_architecture);
}

} // namespace vgpu::runtime::fatbin
