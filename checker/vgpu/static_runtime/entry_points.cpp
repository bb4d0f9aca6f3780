// Finds the runtime's functions in a program's symbol table.
#include "vgpu/static_runtime/entry_points.hpp"

#include <algorithm>
#include <cstring>
#include <elf.h>
#include <iterator>

namespace vgpu::static_runtime {
namespace {

using runtime::fatbin::Bytes;
using runtime::fatbin::ElfFile;
using runtime::fatbin::Section;

bool is_code(const Section& section) {
    return (section.header.sh_flags & SHF_EXECINSTR) != 0 && section.header.sh_type == SHT_PROGBITS;
}

// Each function of a symbol table that lies in a section of code. Its room is what is left of
// the section.
std::vector<Function> functions_of(const ElfFile& program, const Section& table) {
    const auto& sections = program.sections();
    std::vector<Function> functions;
    if (table.header.sh_link >= sections.size()) return functions;
    const Bytes names = sections[table.header.sh_link].content;
    for (Bytes rest = table.content; rest.size() >= sizeof(Elf64_Sym);
         rest = rest.subspan(sizeof(Elf64_Sym))) {
        Elf64_Sym symbol;
        std::memcpy(&symbol, rest.data(), sizeof symbol);
        if (ELF64_ST_TYPE(symbol.st_info) != STT_FUNC || symbol.st_shndx == SHN_UNDEF ||
            symbol.st_shndx >= sections.size())
            continue;
        const Section& section = sections[symbol.st_shndx];
        const std::uint64_t at = symbol.st_value - section.header.sh_addr;
        if (!is_code(section) || symbol.st_value < section.header.sh_addr ||
            at >= section.content.size())
            continue;
        functions.push_back({ElfFile::text_at(names, symbol.st_name), symbol.st_value,
                             section.content.size() - at});
    }
    return functions;
}

bool has(const std::vector<Function>& functions, std::string_view name) {
    return std::ranges::find(functions, name, &Function::name) != functions.end();
}

} // namespace

std::vector<Function> cuda_functions(const ElfFile& program) {
    std::vector<Function> functions;
    for (const Section& section : program.sections())
        if (section.header.sh_type == SHT_SYMTAB)
            std::ranges::copy(functions_of(program, section), std::back_inserter(functions));
    std::ranges::sort(functions, {}, &Function::address);
    for (std::size_t i = functions.size(), next = i; i-- > 0;) {
        if (i + 1 < functions.size() && functions[i + 1].address != functions[i].address)
            next = i + 1; // two names of one function share its room
        if (next < functions.size())
            functions[i].room =
                std::min(functions[i].room, functions[next].address - functions[i].address);
    }
    std::erase_if(functions, [](const Function& function) {
        return !function.name.starts_with("cuda") && !function.name.starts_with("__cuda");
    });
    return functions;
}

// The linker takes the runtime as a whole, so what a version has tells which it is.
Version version_of(const std::vector<Function>& functions) {
    if (!has(functions, "__cudaRegisterFatBinary") || !has(functions, "cudaLaunchKernel"))
        return Version::none;
    if (has(functions, "cudaDeviceGetHostAtomicCapabilities"))
        return Version::cuda_13;                                                   // since 13.0
    return has(functions, "cudaInitDevice") ? Version::cuda_12 : Version::too_old; // since 12.0
}

Redirections redirections_of(const std::vector<Function>& functions,
                             const std::function<bool(std::string_view)>& is_ours) {
    Redirections result;
    const auto ours = [&](const Function& function) { return is_ours(function.name); };
    const auto first = std::ranges::find_if(functions, ours);
    const auto last = std::find_if(functions.rbegin(), std::make_reverse_iterator(first), ours);
    for (auto at = first; at != last.base(); ++at) {
        const Function& function = *at;
        if (function.room < jump_bytes)
            result.cramped.push_back(function);
        else if (ours(function))
            result.replaced.push_back(function);
        else
            result.refused.push_back(function);
    }
    return result;
}

} // namespace vgpu::static_runtime
