// Tests of vgpu/static_runtime/entry_points.hpp, on program files that are made here.
#include "vgpu/static_runtime/entry_points.hpp"

#include <catch2/catch_test_macros.hpp>

#include <array>
#include <cstring>
#include <span>
#include <string>
#include <vector>

using namespace vgpu::static_runtime;
using vgpu::runtime::fatbin::ElfFile;

namespace {

struct Symbol {
    std::string name;
    std::uint64_t address;
    unsigned char type = STT_FUNC;
    std::uint16_t section = 1; // the code
};

constexpr std::uint64_t code_begin = 0x1000, code_bytes = 0x200;

// A program with a section of code and, unless there are none, a table of these symbols.
std::string program_with(const std::vector<Symbol>& symbols) {
    std::string names(1, '\0'), table(sizeof(Elf64_Sym), '\0');
    for (const Symbol& symbol : symbols) {
        Elf64_Sym entry{};
        entry.st_name = static_cast<std::uint32_t>(names.size());
        entry.st_info = ELF64_ST_INFO(STB_LOCAL, symbol.type);
        entry.st_shndx = symbol.section;
        entry.st_value = symbol.address;
        table.append(reinterpret_cast<const char*>(&entry), sizeof entry);
        names += symbol.name + '\0';
    }
    std::string file(sizeof(Elf64_Ehdr), '\0');
    std::array<Elf64_Shdr, 4> headers{};
    const auto add = [&](Elf64_Shdr& header, std::uint32_t type, const std::string& content) {
        header.sh_type = type;
        header.sh_offset = file.size();
        header.sh_size = content.size();
        file += content;
    };
    add(headers[1], SHT_PROGBITS, std::string(code_bytes, '\x90'));
    headers[1].sh_flags = SHF_ALLOC | SHF_EXECINSTR;
    headers[1].sh_addr = code_begin;
    add(headers[2], SHT_STRTAB, names);
    if (!symbols.empty()) add(headers[3], SHT_SYMTAB, table);
    headers[3].sh_link = 2;

    Elf64_Ehdr header{};
    std::memcpy(header.e_ident, ELFMAG, SELFMAG);
    header.e_ident[EI_CLASS] = ELFCLASS64;
    header.e_shoff = file.size();
    header.e_shnum = headers.size();
    std::memcpy(file.data(), &header, sizeof header);
    file.append(reinterpret_cast<const char*>(headers.data()), sizeof headers);
    return file;
}

std::vector<Function> functions_in(const std::string& file) {
    const auto elf = ElfFile::read(std::as_bytes(std::span(file)));
    return elf ? cuda_functions(*elf) : std::vector<Function>{};
}

std::vector<std::string> names_of(const std::vector<Function>& functions) {
    std::vector<std::string> names;
    for (const Function& function : functions) names.emplace_back(function.name);
    return names;
}

using Names = std::vector<std::string>;

} // namespace

TEST_CASE("the runtime's functions are found in the order of their addresses, with their room") {
    const std::string file = program_with({{"cudaMalloc", 0x1040},
                                           {"main", 0x1000},
                                           {"__cudaLaunchKernel", 0x1030},
                                           {"cudaMalloc_alias", 0x1040},
                                           {"hidden", 0x1100},
                                           {"cudaFree", 0x11f8},
                                           {"cudaVariable", 0x1050, STT_OBJECT},
                                           {"cudaElsewhere", 0x1060, STT_FUNC, SHN_UNDEF},
                                           {"cudaOutOfTheSection", 0x1200},
                                           {"cudaInNoCode", 0x1000, STT_FUNC, 2}});
    const auto functions = functions_in(file);
    REQUIRE(functions.size() == 4);
    CHECK(functions[0].name == "__cudaLaunchKernel");
    CHECK(functions[0].address == 0x1030);
    CHECK(functions[0].room == 0x10);
    for (const int alias : {1, 2}) CHECK(functions[alias].room == 0x1100 - 0x1040); // up to hidden
    CHECK(functions[3].name == "cudaFree");
    CHECK(functions[3].room == 8);
}

TEST_CASE("a program without symbols, or without a runtime, has none") {
    CHECK(functions_in(program_with({})).empty());
    CHECK(version_of({}) == Version::none);
    CHECK(version_of(functions_in(program_with({{"cudaMine", 0x1000}}))) == Version::none);
}

TEST_CASE("the runtime's version is told by what it has") {
    std::vector<Symbol> symbols = {{"__cudaRegisterFatBinary", 0x1000},
                                   {"cudaLaunchKernel", 0x1010}};
    const auto version = [&] {
        const std::string file = program_with(symbols);
        return version_of(functions_in(file));
    };
    CHECK(version() == Version::too_old);
    symbols.push_back({"cudaInitDevice", 0x1020});
    CHECK(version() == Version::cuda_12);
    symbols.push_back({"cudaDeviceGetHostAtomicCapabilities", 0x1030});
    CHECK(version() == Version::cuda_13);
}

TEST_CASE("functions are replaced, refused, or left to the program") {
    const std::string file = program_with({{"__cudaUnregisterBinaryUtil", 0x1000}, // nvcc's
                                           {"cudaMalloc", 0x1020},
                                           {"cudaNew", 0x1040},
                                           {"cudaShort", 0x1060},
                                           {"other", 0x1060 + jump_bytes - 1},
                                           {"cudaFree", 0x1080},
                                           {"cudaOfTheProgram", 0x10a0}});
    const auto functions = functions_in(file);
    const auto found = redirections_of(functions, [](std::string_view name) {
        return name == "cudaMalloc" || name == "cudaFree";
    });
    CHECK(names_of(found.replaced) == Names{"cudaMalloc", "cudaFree"});
    CHECK(names_of(found.refused) == Names{"cudaNew"});
    CHECK(names_of(found.cramped) == Names{"cudaShort"});

    const auto nothing = redirections_of(functions, [](std::string_view) { return false; });
    CHECK(nothing.replaced.empty());
    CHECK(nothing.refused.empty());
}

TEST_CASE("damaged symbol tables are read without harm") {
    const std::string whole = program_with({{"cudaMalloc", 0x1000}, {"cudaFree", 0x1020}});
    for (std::size_t at = 0; at < whole.size(); ++at) {
        std::string changed = whole;
        changed[at] = static_cast<char>(0xff);
        for (const Function& function : functions_in(changed))
            CHECK(function.room <= changed.size());
        CHECK_NOTHROW(functions_in(whole.substr(0, at)));
    }
}
