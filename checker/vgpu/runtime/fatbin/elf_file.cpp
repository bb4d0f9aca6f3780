// Reads ELF-64 files. Each record is copied out of the bytes, because a damaged file need not align
// it.
#include "vgpu/runtime/fatbin/elf_file.hpp"

#include <algorithm>
#include <cstring>

namespace vgpu::runtime::fatbin {
namespace {

template <class Record>
std::optional<Record> record_at(Bytes bytes, std::uint64_t offset) {
    if (offset > bytes.size() || bytes.size() - offset < sizeof(Record)) return std::nullopt;
    Record record;
    std::memcpy(&record, bytes.data() + offset, sizeof record);
    return record;
}

// Cut off where the file ends.
Bytes part(Bytes bytes, std::uint64_t offset, std::uint64_t size) {
    if (offset > bytes.size()) return {};
    return bytes.subspan(offset, std::min<std::uint64_t>(size, bytes.size() - offset));
}

} // namespace

std::string_view ElfFile::text_at(Bytes table, std::uint64_t offset) {
    constexpr std::size_t longest = 4096; // a table without a NUL would be searched for each name
    const Bytes rest = part(table, offset, longest);
    const std::string_view text(reinterpret_cast<const char*>(rest.data()), rest.size());
    return text.substr(0, text.find('\0'));
}

std::optional<ElfFile> ElfFile::read(Bytes bytes) {
    const auto header = record_at<Elf64_Ehdr>(bytes, 0);
    if (!header || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 ||
        header->e_ident[EI_CLASS] != ELFCLASS64)
        return std::nullopt;
    ElfFile file;
    file.bytes_ = bytes;
    file.header_ = *header;
    for (unsigned i = 0; i < header->e_shnum; ++i) {
        const auto section = record_at<Elf64_Shdr>(bytes, header->e_shoff + i * sizeof(Elf64_Shdr));
        if (!section) break;
        const bool in_file = section->sh_type != SHT_NOBITS;
        file.sections_.push_back(
            {{}, in_file ? part(bytes, section->sh_offset, section->sh_size) : Bytes{}, *section});
    }
    if (header->e_shstrndx < file.sections_.size()) {
        const Bytes names = file.sections_[header->e_shstrndx].content;
        for (Section& section : file.sections_)
            section.name = text_at(names, section.header.sh_name);
    }
    return file;
}

std::vector<Elf64_Phdr> ElfFile::segments() const {
    std::vector<Elf64_Phdr> segments;
    for (unsigned i = 0; i < header_.e_phnum; ++i)
        if (const auto segment =
                record_at<Elf64_Phdr>(bytes_, header_.e_phoff + i * sizeof(Elf64_Phdr)))
            segments.push_back(*segment);
    return segments;
}

} // namespace vgpu::runtime::fatbin
