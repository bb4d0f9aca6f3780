#include "cli/submission/object_code.hpp"

#include "cli/submission/forbidden_names.hpp"

#include <fmt/core.h>

#include <elf.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

namespace workbook::cli {
namespace {

constexpr std::string_view served_by_us = "_ZN8workbook7learner";
// What wire/cuda_check.hpp, which lessons include, calls.
constexpr std::string_view given_to_lessons = "_ZN8workbook7learner16throw_cuda_error";

template <class Value>
bool read_at(std::string_view bytes, std::uint64_t offset, Value& value) {
    if (offset > bytes.size() || bytes.size() - offset < sizeof(Value)) return false;
    std::memcpy(&value, bytes.data() + offset, sizeof value);
    return true;
}

std::string_view part_of(std::string_view bytes, const Elf64_Shdr& section) {
    if (section.sh_type == SHT_NOBITS || section.sh_offset > bytes.size()) return {};
    return bytes.substr(section.sh_offset, section.sh_size);
}

std::vector<Elf64_Shdr> section_headers(std::string_view bytes) {
    Elf64_Ehdr elf;
    std::vector<Elf64_Shdr> sections;
    if (!read_at(bytes, 0, elf) || std::memcmp(elf.e_ident, ELFMAG, SELFMAG) != 0 ||
        elf.e_ident[EI_CLASS] != ELFCLASS64 || elf.e_type != ET_REL)
        return sections;
    Elf64_Shdr section;
    std::uint64_t count = elf.e_shnum;
    // Of many sections the first's header gives the number.
    if (count == 0 && read_at(bytes, elf.e_shoff, section)) count = section.sh_size;
    for (std::uint64_t i = 0; i < count; ++i) {
        if (!read_at(bytes, elf.e_shoff + i * sizeof section, section)) break;
        sections.push_back(section);
    }
    return sections;
}

std::string name_at(std::string_view names, std::uint64_t offset) {
    if (offset >= names.size()) return "";
    const auto rest = names.substr(offset);
    return std::string(rest.substr(0, rest.find('\0')));
}

std::optional<std::string> obstacle_in_use(const std::string& name) {
    if (const auto what = forbidden_use(name))
        return fmt::format("Your code uses {}(), which {}. No lesson needs that, and it is not "
                           "accepted.",
                           name, *what);
    if (name.starts_with("workbook_") ||
        (name.starts_with(served_by_us) && !name.starts_with(given_to_lessons)))
        return fmt::format("Your code uses {}, a function of the checker's.", name);
    return std::nullopt;
}

// Of a function or a variable that the linker may put in the place of another.
std::optional<std::string> obstacle_in_definition(const std::string& name, const Elf64_Sym& symbol,
                                                  bool is_variable) {
    const auto binding = ELF64_ST_BIND(symbol.st_info);
    if (ELF64_ST_TYPE(symbol.st_info) == STT_GNU_IFUNC)
        return fmt::format("Your code has the loader choose what {} is.", name);
    if (binding == STB_LOCAL) return std::nullopt;
    if (name.starts_with(served_by_us) || name.starts_with("_ZNK8workbook7learner") ||
        name.starts_with("workbook_"))
        return fmt::format("Your code defines {}, a function of the checker's.", name);
    // The compiler puts inline functions of the C++ library into every object, as weak ones.
    const bool is_inline = binding != STB_GLOBAL && name.starts_with("_Z") &&
                           !name.starts_with("_Zn") && !name.starts_with("_Zd");
    const auto of_system = is_inline ? SystemName::none : system_name(name);
    const bool is_runtime = name.starts_with("cuda") || name.starts_with("__cuda");
    // Nobody calls a variable: "err", a function of the C library, is a good name for one.
    const bool in_the_way = is_variable ? of_system == SystemName::variable
                                        : is_runtime || of_system != SystemName::none;
    if (!in_the_way) return std::nullopt;
    return fmt::format("Your code defines {}, which belongs to the system's libraries: give your "
                       "{} another name.",
                       name, is_variable ? "variable" : "function");
}

bool holds_data(const std::vector<Elf64_Shdr>& sections, const Elf64_Sym& symbol) {
    if (symbol.st_shndx == SHN_COMMON) return true;
    return symbol.st_shndx < sections.size() &&
           (sections[symbol.st_shndx].sh_flags & SHF_EXECINSTR) == 0;
}

std::optional<std::string> obstacle_in_symbols(std::string_view bytes,
                                               const std::vector<Elf64_Shdr>& sections,
                                               const Elf64_Shdr& table) {
    const auto symbols = part_of(bytes, table);
    const auto names = part_of(bytes, sections[table.sh_link]);
    Elf64_Sym symbol;
    for (std::uint64_t at = 0; read_at(symbols, at, symbol); at += sizeof symbol) {
        const std::string name = name_at(names, symbol.st_name);
        if (name.empty()) continue;
        const auto obstacle =
            symbol.st_shndx == SHN_UNDEF
                ? obstacle_in_use(name)
                : obstacle_in_definition(name, symbol, holds_data(sections, symbol));
        if (obstacle) return obstacle;
    }
    return std::nullopt;
}

// What the linker reads out of the sections' names and flags.
std::optional<std::string> obstacle_in_sections(std::string_view bytes,
                                                const std::vector<Elf64_Shdr>& sections) {
    Elf64_Ehdr elf;
    bool says_of_stack = false;
    std::string_view names;
    if (read_at(bytes, 0, elf)) {
        std::uint64_t index = elf.e_shstrndx;
        if (index == SHN_XINDEX && !sections.empty()) index = sections[0].sh_link;
        if (index < sections.size()) names = part_of(bytes, sections[index]);
    }
    for (const auto& section : sections) {
        const std::string name = name_at(names, section.sh_name);
        const bool executable = (section.sh_flags & SHF_EXECINSTR) != 0;
        if (executable && (section.sh_flags & SHF_WRITE) != 0)
            return "Your code has a section that can be both written and executed.";
        if (name == ".note.GNU-stack") {
            says_of_stack = true;
            if (executable) return "Your code asks for a stack that can be executed.";
        }
        // It would be compiled when it is linked, and nobody would have looked at that.
        if (name.starts_with(".gnu.lto") || name.starts_with(".llvm"))
            return "What the compiler made of your code is not yet code for the processor.";
    }
    if (!sections.empty() && !says_of_stack)
        return "Your code leaves open whether the stack can be executed.";
    return std::nullopt;
}

bool calls_the_kernel(std::string_view code) {
#if defined(__aarch64__)
    for (std::uint64_t at = 0; at + 4 <= code.size(); at += 4) { // svc, with any number
        std::uint32_t word = 0;
        read_at(code, at, word);
        if ((word & 0xffe0001fu) == 0xd4000001u) return true;
    }
    return false;
#else
    using namespace std::string_view_literals; // syscall, sysenter, int 0x80
    return std::ranges::any_of(
        std::array{"\x0f\x05"sv, "\x0f\x34"sv, "\xcd\x80"sv},
        [&](std::string_view bytes) { return code.find(bytes) != std::string_view::npos; });
#endif
}

} // namespace

std::optional<std::string> obstacle_in_object(const std::string& bytes) {
    const auto sections = section_headers(bytes);
    if (auto obstacle = obstacle_in_sections(bytes, sections)) return obstacle;
    bool has_symbols = false;
    for (const auto& section : sections) {
        if (section.sh_type == SHT_SYMTAB && section.sh_link < sections.size()) {
            has_symbols = true;
            if (auto obstacle = obstacle_in_symbols(bytes, sections, section)) return obstacle;
        }
        if ((section.sh_flags & SHF_EXECINSTR) != 0 && calls_the_kernel(part_of(bytes, section)))
            return "Your code has the bytes of an instruction that calls the kernel. No lesson "
                   "needs that, and it is not accepted. If they are a part of a number of yours "
                   "(as of 1295, which is 0x050f), take it from a volatile variable outside of "
                   "all functions.";
    }
    if (!has_symbols) return "What the compiler made of your code is no object with symbols.";
    return std::nullopt;
}

} // namespace workbook::cli
