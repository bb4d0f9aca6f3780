#include "cli/program_file.hpp"

#include "cli/run_program.hpp"

#include <catch2/catch_test_macros.hpp>

#include <cstdint>
#include <cstring>
#include <elf.h>
#include <fstream>
#include <iterator>

using namespace workbook::cli;

namespace {

template <class Value>
void put(std::string& bytes, const Value& value) {
    bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

// A fat binary with one entry of this kind (1 PTX, 2 machine code).
std::string fat_binary(std::uint16_t kind) {
    std::string entry;
    put(entry, kind);
    put(entry, std::uint16_t{0x0101});
    put(entry, std::uint32_t{0x40});
    put(entry, std::uint64_t{8});
    entry.resize(0x40 + 8);
    std::string container;
    put(container, std::uint32_t{0xBA55ED50});
    put(container, std::uint16_t{1});
    put(container, std::uint16_t{16});
    put(container, static_cast<std::uint64_t>(entry.size()));
    return container + entry;
}

// A program file with these sections and nothing else. `library`: what it asks the loader for.
std::string program(const std::string& fat, const std::string& library) {
    const std::string names("\0.nv_fatbin\0.dynamic\0.dynstr\0.shstrtab\0", 40);
    const std::string strings = '\0' + library + '\0';
    std::string dynamic;
    if (!library.empty()) put(dynamic, Elf64_Dyn{DT_NEEDED, {1}});
    put(dynamic, Elf64_Dyn{DT_NULL, {0}});

    std::string file(sizeof(Elf64_Ehdr), '\0');
    std::vector<Elf64_Shdr> headers(1, Elf64_Shdr{});
    const auto add = [&](std::uint32_t name, std::uint32_t type, const std::string& content) {
        Elf64_Shdr header{};
        header.sh_name = name;
        header.sh_type = type;
        header.sh_offset = file.size();
        header.sh_size = content.size();
        header.sh_link = 3;
        headers.push_back(header);
        file += content;
    };
    if (fat.empty()) {
        add(0, SHT_NULL, "");
    } else {
        add(1, SHT_PROGBITS, fat);
    }
    add(12, SHT_DYNAMIC, dynamic);
    add(21, SHT_STRTAB, strings);
    add(29, SHT_STRTAB, names);

    Elf64_Ehdr elf{};
    std::memcpy(elf.e_ident, ELFMAG, SELFMAG);
    elf.e_ident[EI_CLASS] = ELFCLASS64;
    elf.e_shoff = file.size();
    elf.e_shnum = static_cast<std::uint16_t>(headers.size());
    elf.e_shstrndx = 4;
    std::memcpy(file.data(), &elf, sizeof elf);
    for (const auto& header : headers) put(file, header);
    return file;
}

bool says(const std::string& file, const std::string& words) {
    return obstacle(file, "p").find(words) != std::string::npos;
}

} // namespace

TEST_CASE("a program with PTX and the shared runtime can run") {
    CHECK(obstacle(program(fat_binary(1), "libcudart.so.13"), "p").empty());
    CHECK(obstacle(program(fat_binary(2) + fat_binary(1), "libcudart.so.13"), "p").empty());
    // A program that calls the runtime but brings its kernels along in some other way.
    CHECK(obstacle(program("", "libcudart.so.13"), "p").empty());
}

TEST_CASE("what stands in the way is said with how to rebuild") {
    CHECK(says(program(fat_binary(1), ""), "-cudart shared"));
    CHECK(says(program(fat_binary(1), "libc.so.6"), "-cudart shared"));
    CHECK(says(program(fat_binary(2), "libcudart.so.13"), "compute_80"));
    CHECK(says(program("", "libc.so.6"), "no GPU code"));
    CHECK(says("#!/bin/sh\n", "not a 64-bit Linux program"));
    CHECK(says("", "not a 64-bit Linux program"));
}

TEST_CASE("damaged files are read without harm") {
    const std::string whole = program(fat_binary(2) + fat_binary(1), "libcudart.so.13");
    for (std::size_t size = 0; size < whole.size(); ++size) {
        CHECK_NOTHROW(look_into(whole.substr(0, size)));
    }
    for (std::size_t at = 0; at < whole.size(); ++at) {
        std::string changed = whole;
        changed[at] = static_cast<char>(0xFF);
        CHECK_NOTHROW(look_into(changed));
    }
}

TEST_CASE("this test itself uses no GPU") {
    std::ifstream stream("/proc/self/exe", std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(stream), {}};
    const auto file = look_into(bytes);
    CHECK(file.is_elf64);
    CHECK_FALSE(file.has_gpu_code);
}
