// The functions that an ELF library exports (its .dynsym), without versions.
#pragma once

#include <elf.h>

#include <fstream>
#include <set>
#include <sstream>
#include <string>

namespace vgpu::runtime::test {

inline std::set<std::string> exported_names(const std::string& file_name) {
    std::ifstream file(file_name, std::ios::binary);
    std::ostringstream whole; // at once: character by character takes seconds under a sanitizer
    whole << file.rdbuf();
    const std::string bytes = whole.str();
    std::set<std::string> names;
    if (bytes.size() < sizeof(Elf64_Ehdr)) return names;
    const auto* header = reinterpret_cast<const Elf64_Ehdr*>(bytes.data());
    const auto* sections = reinterpret_cast<const Elf64_Shdr*>(bytes.data() + header->e_shoff);
    for (int index = 0; index < header->e_shnum; ++index) {
        if (sections[index].sh_type != SHT_DYNSYM) continue;
        const char* strings = bytes.data() + sections[sections[index].sh_link].sh_offset;
        const auto* symbols =
            reinterpret_cast<const Elf64_Sym*>(bytes.data() + sections[index].sh_offset);
        for (std::size_t at = 0; at < sections[index].sh_size / sizeof(Elf64_Sym); ++at)
            if (symbols[at].st_shndx != SHN_UNDEF && ELF64_ST_TYPE(symbols[at].st_info) == STT_FUNC)
                names.insert(strings + symbols[at].st_name);
    }
    return names;
}

} // namespace vgpu::runtime::test
