// Builds fat binary containers for the tests, field by field, so that each can be made wrong.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include <lz4.h>
#include <zstd.h>

namespace vgpu::runtime::fatbin::test {

using Bytes = std::vector<std::byte>;

struct EntrySpec {
    std::uint16_t kind = 1; // PTX
    std::uint32_t header_bytes = 0x40;
    std::uint32_t architecture = 80;
    std::uint64_t flags = 0;
    std::uint64_t uncompressed_bytes = 0;
    std::uint32_t compressed_bytes = 0;
    Bytes payload;
};

template <class Number>
void put(Bytes& bytes, std::size_t at, Number value) {
    std::memcpy(bytes.data() + at, &value, sizeof value);
}

inline Bytes bytes_of(std::string_view text) {
    Bytes bytes(text.size());
    std::memcpy(bytes.data(), text.data(), text.size());
    return bytes;
}

inline Bytes padded(Bytes bytes) {
    bytes.resize((bytes.size() + 7) / 8 * 8);
    return bytes;
}

inline EntrySpec raw(std::string_view text, std::uint32_t architecture = 80) {
    EntrySpec spec;
    spec.architecture = architecture;
    spec.payload = padded(bytes_of(text));
    return spec;
}

inline EntrySpec compressed(std::string_view text, Bytes stored, std::uint64_t flags) {
    EntrySpec spec;
    spec.header_bytes = 0x50; // nvcc's differ: the reader goes by the field
    spec.flags = flags;
    spec.uncompressed_bytes = text.size();
    spec.compressed_bytes = static_cast<std::uint32_t>(stored.size());
    spec.payload = padded(std::move(stored));
    return spec;
}

inline EntrySpec lz4(std::string_view text) {
    Bytes stored(static_cast<std::size_t>(LZ4_compressBound(static_cast<int>(text.size()))));
    const int size =
        LZ4_compress_default(text.data(), reinterpret_cast<char*>(stored.data()),
                             static_cast<int>(text.size()), static_cast<int>(stored.size()));
    stored.resize(static_cast<std::size_t>(size));
    return compressed(text, std::move(stored), 0x2000);
}

inline EntrySpec zstd(std::string_view text) {
    Bytes stored(ZSTD_compressBound(text.size()));
    stored.resize(ZSTD_compress(stored.data(), stored.size(), text.data(), text.size(), 3));
    return compressed(text, std::move(stored), 0x8000);
}

inline void append(Bytes& to, const Bytes& more) { to.insert(to.end(), more.begin(), more.end()); }

inline Bytes entry(const EntrySpec& spec) {
    Bytes header(spec.header_bytes);
    put<std::uint16_t>(header, 0x00, spec.kind);
    put<std::uint16_t>(header, 0x02, 0x0101);
    put<std::uint32_t>(header, 0x04, spec.header_bytes);
    put<std::uint64_t>(header, 0x08, spec.payload.size());
    put<std::uint32_t>(header, 0x10, spec.compressed_bytes);
    put<std::uint32_t>(header, 0x1c, spec.architecture);
    put<std::uint64_t>(header, 0x28, spec.flags);
    put<std::uint64_t>(header, 0x38, spec.uncompressed_bytes);
    append(header, spec.payload);
    return header;
}

inline Bytes container(const std::vector<EntrySpec>& entries) {
    Bytes bytes(16);
    for (const EntrySpec& spec : entries) append(bytes, entry(spec));
    put<std::uint32_t>(bytes, 0, 0xba55ed50);
    put<std::uint16_t>(bytes, 4, 1);
    put<std::uint16_t>(bytes, 6, 16);
    put<std::uint64_t>(bytes, 8, bytes.size() - 16);
    return bytes;
}

} // namespace vgpu::runtime::fatbin::test
