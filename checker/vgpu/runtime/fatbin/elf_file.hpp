// An ELF-64 file as bytes: its header, sections and segments.
//
// The file comes from a student or a stranger: it may be damaged, or made to cost its reader much.
// Every offset is checked against the file; what does not fit is empty, or left out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <elf.h>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace vgpu::runtime::fatbin {

using Bytes = std::span<const std::byte>;

struct Section {
    std::string_view name;
    Bytes content; // empty if it takes no room in the file
    Elf64_Shdr header;
};

class ElfFile {
  public:
    // Nothing if this is no ELF file, or one of a 32-bit system. Refers to the bytes.
    static std::optional<ElfFile> read(Bytes bytes);

    const Elf64_Ehdr& header() const { return header_; }
    const std::vector<Section>& sections() const { return sections_; }
    std::vector<Elf64_Phdr> segments() const;
    // The text of a string table from `offset` up to its NUL, its 4096th character or the
    // table's end.
    static std::string_view text_at(Bytes table, std::uint64_t offset);

  private:
    Bytes bytes_;
    Elf64_Ehdr header_{};
    std::vector<Section> sections_;
};

} // namespace vgpu::runtime::fatbin
