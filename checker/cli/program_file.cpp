#include "cli/program_file.hpp"

#include <elf.h>

#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>
#include <vector>

namespace workbook::cli {
namespace {

// The value at `offset`, if the bytes reach that far.
template <class Value>
std::optional<Value> value_at(std::string_view bytes, std::uint64_t offset) {
    if (offset > bytes.size() || bytes.size() - offset < sizeof(Value)) return std::nullopt;
    Value value;
    std::memcpy(&value, bytes.data() + offset, sizeof value);
    return value;
}

std::string_view slice(std::string_view bytes, std::uint64_t offset, std::uint64_t size) {
    return offset > bytes.size() ? std::string_view() : bytes.substr(offset, size);
}

std::string_view text_at(std::string_view bytes, std::uint64_t offset) {
    const auto rest = slice(bytes, offset, bytes.size());
    return rest.substr(0, rest.find('\0'));
}

struct Section {
    std::string_view name;
    std::string_view content;
    Elf64_Shdr header;
};

std::vector<Section> sections_of(std::string_view bytes, const Elf64_Ehdr& elf) {
    std::vector<Section> sections;
    for (unsigned i = 0; i < elf.e_shnum; ++i) {
        const auto header = value_at<Elf64_Shdr>(bytes, elf.e_shoff + i * sizeof(Elf64_Shdr));
        if (!header) break;
        const bool in_file = header->sh_type != SHT_NOBITS;
        sections.push_back(
            {{}, in_file ? slice(bytes, header->sh_offset, header->sh_size) : "", *header});
    }
    if (elf.e_shstrndx < sections.size()) {
        const auto names = sections[elf.e_shstrndx].content;
        for (auto& section : sections) section.name = text_at(names, section.header.sh_name);
    }
    return sections;
}

// Of what is compressed that cannot be told.
bool may_have_code(std::string_view cubin) {
    const auto elf = value_at<Elf64_Ehdr>(cubin, 0);
    if (!elf || std::memcmp(elf->e_ident, ELFMAG, SELFMAG) != 0) return true;
    for (const auto& section : sections_of(cubin, *elf)) {
        if ((section.header.sh_flags & SHF_EXECINSTR) != 0 && section.header.sh_size != 0) {
            return true;
        }
    }
    return false;
}

// Fat binaries stand one behind the other: a container's header (16 bytes: magic, version, its own
// size, the payload's), then entries, each with a header that gives its kind, its size and its
// payload's.
void read_fat_binaries(std::string_view section, ProgramFile& file) {
    constexpr std::uint32_t container_magic = 0xBA55ED50;
    constexpr std::uint64_t container_header = 16;
    constexpr std::uint16_t ptx_kind = 1, machine_code_kind = 2;
    for (std::uint64_t at = 0; at + container_header <= section.size();) {
        if (value_at<std::uint32_t>(section, at) != container_magic) {
            at += 8; // padding between containers
            continue;
        }
        const auto payload = value_at<std::uint64_t>(section, at + 8).value_or(0);
        const auto entries = slice(section, at + container_header, payload);
        for (std::uint64_t entry = 0; entry < entries.size();) {
            const auto kind = value_at<std::uint16_t>(entries, entry);
            const auto header_size = value_at<std::uint32_t>(entries, entry + 4).value_or(0);
            const auto size = value_at<std::uint64_t>(entries, entry + 8).value_or(0);
            if (kind == ptx_kind) file.has_ptx = true;
            if (kind == machine_code_kind && !file.has_machine_code) {
                file.has_machine_code = may_have_code(slice(entries, entry + header_size, size));
            }
            if (header_size == 0 || size > entries.size()) break; // damaged
            entry += header_size + size;
        }
        at += container_header + entries.size();
    }
}

void read_dynamic(const std::vector<Section>& sections, ProgramFile& file) {
    for (const auto& section : sections) {
        if (section.header.sh_type != SHT_DYNAMIC || section.header.sh_link >= sections.size()) {
            continue;
        }
        const auto names = sections[section.header.sh_link].content;
        for (std::uint64_t at = 0; at < section.content.size(); at += sizeof(Elf64_Dyn)) {
            const auto entry = value_at<Elf64_Dyn>(section.content, at);
            if (!entry || entry->d_tag == DT_NULL) break;
            if (entry->d_tag == DT_NEEDED) {
                file.libraries.emplace_back(text_at(names, entry->d_un.d_val));
            }
            file.has_run_path = file.has_run_path || entry->d_tag == DT_RPATH;
        }
    }
}

bool has_interpreter(std::string_view bytes, const Elf64_Ehdr& elf) {
    for (unsigned i = 0; i < elf.e_phnum; ++i) {
        const auto header = value_at<Elf64_Phdr>(bytes, elf.e_phoff + i * sizeof(Elf64_Phdr));
        if (header && header->p_type == PT_INTERP) return true;
    }
    return false;
}

// A program that may be loaded anywhere (PIE) is of the same type as a shared library.
ProgramFile::Kind kind_of(const Elf64_Ehdr& elf, bool has_loader) {
    using Kind = ProgramFile::Kind;
#ifdef __aarch64__
    constexpr unsigned here = EM_AARCH64;
#else
    constexpr unsigned here = EM_X86_64;
#endif
    if (elf.e_machine != here) return Kind::foreign;
    switch (elf.e_type) {
    case ET_REL:
        return Kind::object;
    case ET_CORE:
        return Kind::core;
    case ET_DYN: // one without a loader but with an entry is a static PIE
        return has_loader || elf.e_entry != 0 ? Kind::program : Kind::library;
    case ET_EXEC:
        return Kind::program;
    default:
        return Kind::other;
    }
}

} // namespace

std::string ProgramFile::shared_runtime() const {
    for (const auto& library : libraries) {
        if (library.starts_with("libcudart.so")) return library;
    }
    return "";
}

ProgramFile look_into(const std::string& bytes) {
    ProgramFile file;
    file.is_script = bytes.starts_with("#!");
    const auto elf = value_at<Elf64_Ehdr>(bytes, 0);
    if (!elf || std::memcmp(elf->e_ident, ELFMAG, SELFMAG) != 0) return file;
    if (elf->e_ident[EI_CLASS] != ELFCLASS64) {
        file.kind = ProgramFile::Kind::elf_32;
        return file;
    }
    const bool has_loader = has_interpreter(bytes, *elf);
    file.machine = elf->e_machine;
    file.kind = kind_of(*elf, has_loader);
    file.is_static = !has_loader;
    const auto sections = sections_of(bytes, *elf);
    read_dynamic(sections, file);
    for (const auto& section : sections) {
        if (section.name != ".nv_fatbin" && section.name != "__nv_relfatbin") continue;
        file.has_fat_binaries = true;
        read_fat_binaries(section.content, file);
    }
    return file;
}

} // namespace workbook::cli
