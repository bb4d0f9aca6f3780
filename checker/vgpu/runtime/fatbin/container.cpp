#include "vgpu/runtime/fatbin/container.hpp"

#include "vgpu/runtime/fatbin/decompress.hpp"
#include "vgpu/runtime/fatbin/elf_file.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstring>

namespace vgpu::runtime::fatbin {
namespace {

// Offsets in an entry's header, and how much of it must be there.
constexpr std::size_t kind_at = 0x00;
constexpr std::size_t header_size_at = 0x04;
constexpr std::size_t payload_size_at = 0x08;
constexpr std::size_t compressed_size_at = 0x10;
constexpr std::size_t architecture_at = 0x1c;
constexpr std::size_t flags_at = 0x28;
constexpr std::size_t uncompressed_size_at = 0x38;
constexpr std::size_t entry_header_bytes = 0x40;

constexpr std::uint64_t flag_lz4 = 0x2000;
constexpr std::uint64_t flag_zstd = 0x8000;

template <class Number>
Number read(std::span<const std::byte> bytes, std::size_t at) {
    Number value;
    std::memcpy(&value, bytes.data() + at, sizeof value);
    return value;
}

Diagnostic damaged(std::string what) {
    return Diagnostic{"the program's fat binary is damaged: " + std::move(what), {}};
}

Expected<Entry> read_entry(std::span<const std::byte> header, std::span<const std::byte> payload) {
    Entry entry;
    entry.kind = static_cast<Kind>(read<std::uint16_t>(header, kind_at));
    entry.architecture = read<std::uint32_t>(header, architecture_at);
    const auto flags = read<std::uint64_t>(header, flags_at);
    if ((flags & flag_lz4) != 0 && (flags & flag_zstd) != 0)
        return damaged("an entry claims two compressions at once");
    entry.compression = (flags & flag_lz4) != 0    ? Compression::lz4
                        : (flags & flag_zstd) != 0 ? Compression::zstd
                                                   : Compression::none;
    entry.stored = payload;
    if (entry.compression == Compression::none) return entry;

    const auto compressed = read<std::uint32_t>(header, compressed_size_at);
    if (compressed > payload.size())
        return damaged(fmt::format("an entry of {} bytes claims {} compressed ones", payload.size(),
                                   compressed));
    entry.stored = payload.first(compressed);
    entry.uncompressed_bytes = read<std::uint64_t>(header, uncompressed_size_at);
    return entry;
}

// nvcc begins the text with newlines and pads it with NULs.
std::string trimmed(std::string text) {
    const std::size_t end = text.find_last_not_of('\0');
    text.resize(end == std::string::npos ? 0 : end + 1);
    return text;
}

const Entry* best_ptx(const std::vector<Entry>& entries, std::uint32_t device_architecture) {
    const Entry* below = nullptr;
    const Entry* above = nullptr;
    for (const Entry& entry : entries) {
        if (entry.kind != Kind::ptx) continue;
        if (entry.architecture <= device_architecture) {
            if (below == nullptr || entry.architecture > below->architecture) below = &entry;
        } else if (above == nullptr || entry.architecture < above->architecture) {
            above = &entry;
        }
    }
    return below != nullptr ? below : above;
}

} // namespace

Expected<std::uint64_t> container_bytes(std::span<const std::byte, container_header_bytes> header) {
    if (read<std::uint32_t>(header, 0) != container_magic)
        return damaged("it does not begin with the magic number of one");
    const auto version = read<std::uint16_t>(header, 4);
    if (version != 1)
        return Diagnostic{
            fmt::format("the program's fat binary has format version {}; only version "
                        "1 (CUDA 12 and 13) is understood",
                        version),
            {}};
    const auto header_size = read<std::uint16_t>(header, 6);
    if (header_size != container_header_bytes)
        return damaged(fmt::format("its header claims {} bytes", header_size));
    const auto payload = read<std::uint64_t>(header, 8);
    if (payload > UINT64_MAX - container_header_bytes) return damaged("its size is absurd");
    return payload + container_header_bytes;
}

Expected<std::vector<Entry>> read_container(std::span<const std::byte> bytes) {
    if (bytes.size() < container_header_bytes) return damaged("it ends within its header");
    const auto size = container_bytes(bytes.first<container_header_bytes>());
    if (!size) return size.error();
    if (*size > bytes.size())
        return damaged(fmt::format("it claims {} bytes and has {}", *size, bytes.size()));

    std::vector<Entry> entries;
    auto rest = bytes.subspan(container_header_bytes, *size - container_header_bytes);
    while (!rest.empty()) {
        if (rest.size() < entry_header_bytes) return damaged("an entry ends within its header");
        const std::uint64_t header_size = read<std::uint32_t>(rest, header_size_at);
        const auto payload_size = read<std::uint64_t>(rest, payload_size_at);
        if (header_size < entry_header_bytes || header_size > rest.size())
            return damaged(fmt::format("an entry's header claims {} bytes", header_size));
        if (payload_size > rest.size() - header_size)
            return damaged(fmt::format("an entry claims {} bytes where {} are left", payload_size,
                                       rest.size() - header_size));
        auto entry = read_entry(rest.first(header_size), rest.subspan(header_size, payload_size));
        if (!entry) return entry.error();
        if (entry->kind == Kind::ptx || entry->kind == Kind::elf) entries.push_back(*entry);
        rest = rest.subspan(header_size + payload_size);
    }
    return entries;
}

bool has_fat_binaries(const Section& section) {
    return section.name == ".nv_fatbin" || section.name == "__nv_relfatbin";
}

// A linker lays containers one behind the other, 8-byte aligned.
bool for_each_container(const ElfFile& file, const std::function<bool(Bytes)>& take) {
    for (const Section& section : file.sections()) {
        if (!has_fat_binaries(section)) continue;
        for (Bytes rest = section.content; rest.size() >= container_header_bytes;) {
            std::uint32_t magic = 0;
            std::memcpy(&magic, rest.data(), sizeof magic);
            std::uint64_t length = sizeof(std::uint64_t); // of padding
            if (magic == container_magic) {
                const auto bytes = container_bytes(rest.first<container_header_bytes>());
                if (!bytes || *bytes > rest.size()) return false;
                length = *bytes;
                if (length > container_header_bytes && !take(rest.first(length))) return true;
            }
            rest = rest.subspan(std::min<std::uint64_t>((length + 7) / 8 * 8, rest.size()));
        }
    }
    return true;
}

Expected<Ptx> choose_ptx(std::span<const std::byte> container, std::uint32_t device_architecture) {
    const auto entries = read_container(container);
    if (!entries) return entries.error();

    const Entry* best = best_ptx(*entries, device_architecture);
    if (best == nullptr) {
        if (entries->empty())
            return Diagnostic{
                "the program's fat binary has neither PTX nor machine code in it: if it "
                "was built with -dlto, rebuild it without",
                {}};
        return Diagnostic{
            fmt::format("the program contains machine code for sm_{} but no PTX, which "
                        "is what the virtual GPU runs: rebuild it with "
                        "-arch=compute_80, or with -arch=sm_80 and without "
                        "-gencode options that leave the PTX out",
                        entries->front().architecture),
            {}};
    }
    auto text = decompress(*best);
    if (!text) return text.error();
    return Ptx{trimmed(std::move(*text)), best->architecture};
}

bool is_device_runtime(std::span<const std::byte> container) {
    const auto entries = read_container(container);
    if (!entries || entries->empty()) return false;
    // Its functions' names stand in whatever form it comes; the first entry is as good as any.
    const auto content = decompress(entries->front());
    return content && content->find("__cudaCDP2LaunchDevice") != std::string::npos &&
           content->find("cuda_device_runtime_cu") != std::string::npos;
}

} // namespace vgpu::runtime::fatbin
