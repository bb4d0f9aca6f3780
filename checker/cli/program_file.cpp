// Describes a CUDA program's file by its sections, its segments and its fat binaries.
#include "cli/program_file.hpp"

#include "vgpu/runtime/fatbin/container.hpp"
#include "vgpu/runtime/fatbin/elf_file.hpp"

#include <algorithm>
#include <cstring>
#include <elf.h>
#include <span>

namespace workbook::cli {
namespace {

namespace fatbin = vgpu::runtime::fatbin;

// Compressed machine code cannot be looked into here.
bool may_have_code(const fatbin::Entry& entry) {
    const auto elf = fatbin::ElfFile::read(entry.stored);
    if (!elf) return true;
    return std::ranges::any_of(elf->sections(), [](const fatbin::Section& section) {
        return (section.header.sh_flags & SHF_EXECINSTR) != 0 && section.header.sh_size != 0;
    });
}

void read_fat_binaries(const fatbin::ElfFile& elf, ProgramFile& file) {
    file.has_fat_binaries = std::ranges::any_of(elf.sections(), fatbin::has_fat_binaries);
    fatbin::for_each_container(elf, [&](fatbin::Bytes container) {
        const auto entries = fatbin::read_container(container);
        if (!entries) return true;
        for (const fatbin::Entry& entry : *entries) {
            if (entry.kind == fatbin::Kind::ptx)
                file.has_ptx = true;
            else if (!file.has_machine_code)
                file.has_machine_code = may_have_code(entry);
        }
        return true;
    });
}

void read_dynamic(const fatbin::ElfFile& elf, ProgramFile& file) {
    const auto& sections = elf.sections();
    for (const auto& section : sections) {
        if (section.header.sh_type != SHT_DYNAMIC || section.header.sh_link >= sections.size())
            continue;
        const auto names = sections[section.header.sh_link].content;
        for (auto rest = section.content; rest.size() >= sizeof(Elf64_Dyn);
             rest = rest.subspan(sizeof(Elf64_Dyn))) {
            Elf64_Dyn entry;
            std::memcpy(&entry, rest.data(), sizeof entry);
            if (entry.d_tag == DT_NULL) break;
            if (entry.d_tag == DT_NEEDED)
                file.libraries.emplace_back(fatbin::ElfFile::text_at(names, entry.d_un.d_val));
            file.has_run_path = file.has_run_path || entry.d_tag == DT_RPATH;
        }
    }
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

bool ProgramFile::uses(std::string_view library) const {
    return std::ranges::any_of(
        libraries, [&](const std::string& loaded) { return loaded.starts_with(library); });
}

ProgramFile look_into(const std::string& bytes) {
    ProgramFile file;
    file.is_script = bytes.starts_with("#!");
    const auto elf = fatbin::ElfFile::read(std::as_bytes(std::span(bytes)));
    if (!elf) {
        if (bytes.size() > EI_CLASS && bytes.starts_with(ELFMAG) && bytes[EI_CLASS] == ELFCLASS32)
            file.kind = ProgramFile::Kind::elf_32;
        return file;
    }
    const bool has_loader = std::ranges::any_of(
        elf->segments(), [](const Elf64_Phdr& segment) { return segment.p_type == PT_INTERP; });
    file.machine = elf->header().e_machine;
    file.kind = kind_of(elf->header(), has_loader);
    file.is_static = !has_loader;
    read_dynamic(*elf, file);
    read_fat_binaries(*elf, file);
    file.static_runtime =
        vgpu::static_runtime::version_of(vgpu::static_runtime::cuda_functions(*elf));
    return file;
}

} // namespace workbook::cli
