// Fat binary containers: what nvcc embeds in a program, one entry per target architecture.
//
// A container is a 16-byte header and a sequence of entries, each with a header of its own and a
// payload that is PTX text or machine code, stored raw, as an LZ4 block or as a zstd frame. Its
// bytes come from a program that may be damaged or hostile: every offset is checked against the
// span, every size against a bound, and what is wrong is returned as a Diagnostic.
#pragma once

#include "vgpu/support/expected.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace vgpu::runtime::fatbin {

class ElfFile;
struct Section;

inline constexpr std::uint32_t container_magic = 0xba55ed50;
inline constexpr std::size_t container_header_bytes = 16;

// No PTX text that a compiler writes is larger; more is refused as damaged.
inline constexpr std::uint64_t max_text_bytes = 256ull << 20;

enum class Kind : std::uint16_t { ptx = 1, elf = 2 };
enum class Compression : std::uint8_t { none, lz4, zstd };

struct Entry {
    Kind kind = Kind::ptx;
    std::uint32_t architecture = 0; // 80 for compute_80 and sm_80
    Compression compression = Compression::none;
    std::span<const std::byte> stored;    // as it lies in the container, padding included when raw
    std::uint64_t uncompressed_bytes = 0; // 0 when raw
};

// The length of the container that starts here, header included, by its own header.
Expected<std::uint64_t> container_bytes(std::span<const std::byte, container_header_bytes> header);

// All entries of one container. Bytes after its end are ignored; entries of kinds that are neither
// PTX nor machine code are skipped.
Expected<std::vector<Entry>> read_container(std::span<const std::byte> bytes);

// Whether the section is one in which nvcc leaves fat binaries.
bool has_fat_binaries(const Section& section);

// Calls `take` with each container that is not empty, in the order of the file, until `take`
// answers false. False if a container claims more bytes than its section has; those before it have
// been taken.
bool for_each_container(const ElfFile& file,
                        const std::function<bool(std::span<const std::byte>)>& take);

struct Ptx {
    std::string text;
    std::uint32_t architecture = 0;
};

// The PTX for a device: of the highest architecture that is not above the device's, else of the
// lowest one (a device refuses that, and can say which it is). A container without PTX is an error
// that says how to rebuild.
Expected<Ptx> choose_ptx(std::span<const std::byte> container, std::uint32_t device_architecture);

// Whether this is the unit that -rdc=true links into every program: NVIDIA's device runtime
// (libcudadevrt), machine code of which the virtual GPU needs nothing.
bool is_device_runtime(std::span<const std::byte> container);

} // namespace vgpu::runtime::fatbin
