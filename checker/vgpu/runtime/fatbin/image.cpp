#include "vgpu/runtime/fatbin/image.hpp"

#include <fmt/core.h>

#include <array>
#include <charconv>
#include <cstring>
#include <optional>

namespace vgpu::runtime::fatbin {
namespace {

constexpr std::uint32_t wrapper_magic = 0x466243b1;
constexpr std::uint32_t elf_magic = 0x464c457f;
constexpr std::uint32_t linked_version = 2; // of a wrapper: relocatable device code

// What the compiler puts into .nvFatBinSegment.
struct Wrapper {
    std::uint32_t magic;
    std::uint32_t version; // 1 or linked_version
    std::uint64_t container;
    std::uint64_t prelinked; // the addresses of the units' containers, a zero behind the last
};

// More units than any program links, and more bytes than any fat binary of one has.
constexpr std::size_t most_units = 1 << 16;
constexpr std::uint64_t most_container_bytes = 2ull << 30;

template <class Value>
std::optional<Value> value_at(const ReadMemory& read, std::uint64_t address) {
    Value value;
    if (!read.bytes(address, std::as_writable_bytes(std::span(&value, 1)))) return std::nullopt;
    return value;
}

Expected<std::vector<std::byte>> bytes_of_container(const ReadMemory& read, std::uint64_t address) {
    const auto header = value_at<std::array<std::byte, container_header_bytes>>(read, address);
    if (!header) return Diagnostic{"the program's fat binary lies outside its memory", {}};
    const auto size = container_bytes(std::span<const std::byte, container_header_bytes>(*header));
    if (!size) return size.error();
    std::vector<std::byte> bytes;
    const bool is_there =
        *size <= most_container_bytes && value_at<std::byte>(read, address + *size - 1);
    if (is_there) bytes.resize(*size);
    if (!is_there || !read.bytes(address, bytes))
        return Diagnostic{
            fmt::format("the program's fat binary is damaged: it claims {} bytes, more "
                        "than the program has there",
                        *size),
            {}};
    return bytes;
}

Expected<std::vector<Ptx>> ptx_of_container(const ReadMemory& read, std::uint64_t address,
                                            std::uint32_t device_architecture) {
    const auto bytes = bytes_of_container(read, address);
    if (!bytes) return bytes.error();
    auto ptx = choose_ptx(*bytes, device_architecture);
    if (!ptx) return ptx.error();
    return std::vector{std::move(*ptx)};
}

Expected<std::vector<Ptx>> ptx_of_units(const ReadMemory& read, std::uint64_t containers,
                                        std::uint32_t device_architecture) {
    std::vector<Ptx> units;
    for (std::size_t index = 0; index < most_units; ++index) {
        const auto container =
            value_at<std::uint64_t>(read, containers + index * sizeof(std::uint64_t));
        if (!container)
            return Diagnostic{"the program's list of linked device code lies outside its memory",
                              {}};
        if (*container == 0) return units;
        const auto bytes = bytes_of_container(read, *container);
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

// The architecture in the PTX text's `.target`: 80 for sm_80. 0 if there is none; the parser
// reports that.
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
Expected<std::vector<Ptx>> ptx_of_text(const ReadMemory& read, std::uint64_t address) {
    if (const auto length = read.text_length(address, max_text_bytes)) {
        std::string text(*length, '\0');
        if (read.bytes(address, std::as_writable_bytes(std::span(text)))) {
            const std::uint32_t architecture = architecture_of(text);
            return std::vector{Ptx{std::move(text), architecture}};
        }
    }
    return Diagnostic{"the device code is neither a fat binary nor PTX text that ends with a NUL",
                      {}};
}

} // namespace

Expected<std::vector<Ptx>> units_of_image(const ReadMemory& read, std::uint64_t image,
                                          std::uint32_t device_architecture) {
    const auto magic = value_at<std::uint32_t>(read, image);
    if (!magic) return Diagnostic{"the pointer to the device code is not valid", {}};
    if (*magic == container_magic) return ptx_of_container(read, image, device_architecture);
    if (*magic == elf_magic)
        return Diagnostic{
            "the device code is machine code (a cubin), and the virtual GPU runs PTX: give it "
            "what nvcc -ptx or nvrtcGetPTX makes, or a fat binary with PTX in it",
            {}};
    if (*magic != wrapper_magic) return ptx_of_text(read, image);

    const auto wrapper = value_at<Wrapper>(read, image);
    if (!wrapper) return Diagnostic{"the program's fat binary wrapper lies outside its memory", {}};
    if (wrapper->version == linked_version && wrapper->prelinked != 0)
        return ptx_of_units(read, wrapper->prelinked, device_architecture);
    return ptx_of_container(read, wrapper->container, device_architecture);
}

} // namespace vgpu::runtime::fatbin
