// Tests of cli/program_file.hpp.
#include "cli/program_file.hpp"

#include "cli/run_program.hpp"

#include <catch2/catch_test_macros.hpp>
#include <fmt/core.h>

#include <unistd.h>

#include <cstdint>
#include <cstring>
#include <elf.h>
#include <filesystem>
#include <fstream>
#include <iterator>

using namespace workbook::cli;
namespace fs = std::filesystem;

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

// What nvcc puts into each program that has no kernels.
std::string empty_fat_binary() {
    std::string container;
    put(container, std::uint32_t{0xBA55ED50});
    put(container, std::uint16_t{1});
    put(container, std::uint16_t{16});
    put(container, std::uint64_t{0});
    return container;
}

// What nvcc links into each program: machine code without a function.
std::string link_stub() {
    Elf64_Ehdr elf{};
    std::memcpy(elf.e_ident, ELFMAG, SELFMAG);
    elf.e_ident[EI_CLASS] = ELFCLASS64;
    elf.e_shoff = sizeof elf;
    elf.e_shnum = 1;
    std::string cubin;
    put(cubin, elf);
    put(cubin, Elf64_Shdr{});
    std::string container = fat_binary(2);
    const std::uint64_t entry = 0x40 + cubin.size(), size = cubin.size();
    std::memcpy(container.data() + 8, &entry, sizeof entry);
    std::memcpy(container.data() + 24, &size, sizeof size);
    return container.substr(0, 16 + 0x40) + cubin;
}

// A program file with these sections and nothing else. `library`: what it asks the loader for.
// `runtime`: functions in its symbol table; then it has a loader, too.
#ifdef __aarch64__
constexpr std::uint16_t here = EM_AARCH64, elsewhere = EM_X86_64;
#else
constexpr std::uint16_t here = EM_X86_64, elsewhere = EM_AARCH64;
#endif

std::string program(const std::string& fat, const std::string& library,
                    std::int64_t path_tag = DT_NULL, std::uint16_t file_type = ET_EXEC,
                    std::uint16_t machine = here, const std::vector<std::string>& runtime = {}) {
    using std::string_literals::operator""s;
    const std::string names = "\0.nv_fatbin\0.dynamic\0.dynstr\0.shstrtab\0"s;
    const std::string strings = '\0' + library + '\0';
    std::string dynamic;
    if (!library.empty()) put(dynamic, Elf64_Dyn{DT_NEEDED, {1}});
    if (path_tag != DT_NULL) put(dynamic, Elf64_Dyn{path_tag, {1}});
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

    std::string function_names(1, '\0'), table;
    for (const std::string& name : runtime) {
        Elf64_Sym symbol{};
        symbol.st_name = static_cast<std::uint32_t>(function_names.size());
        symbol.st_info = ELF64_ST_INFO(STB_LOCAL, STT_FUNC);
        symbol.st_shndx = 7;
        put(table, symbol);
        function_names += name + '\0';
    }
    if (!runtime.empty()) {
        add(0, SHT_STRTAB, function_names);
        add(0, SHT_SYMTAB, table);
        headers.back().sh_link = 5;
        add(0, SHT_PROGBITS, std::string(64, '\x90'));
        headers.back().sh_flags = SHF_EXECINSTR;
    }

    Elf64_Ehdr elf{};
    if (!runtime.empty()) {
        elf.e_phoff = file.size();
        elf.e_phnum = 1;
        Elf64_Phdr loader{};
        loader.p_type = PT_INTERP;
        put(file, loader);
    }
    std::memcpy(elf.e_ident, ELFMAG, SELFMAG);
    elf.e_ident[EI_CLASS] = ELFCLASS64;
    elf.e_type = file_type;
    elf.e_machine = machine;
    elf.e_entry = 0x1000;
    elf.e_shoff = file.size();
    elf.e_shnum = static_cast<std::uint16_t>(headers.size());
    elf.e_shstrndx = 4;
    std::memcpy(file.data(), &elf, sizeof elf);
    for (const auto& header : headers) put(file, header);
    return file;
}

bool says(const std::string& file, const std::string& words) {
    return obstacle(file, "p", "/virtual").find(words) != std::string::npos;
}

} // namespace

TEST_CASE("a program with PTX and the shared runtime can run") {
    CHECK(obstacle(program(fat_binary(1), "libcudart.so.13"), "p", "/virtual").empty());
    CHECK(obstacle(program(fat_binary(2) + fat_binary(1), "libcudart.so.13"), "p", "/virtual")
              .empty());
    // One without kernels, or with those of a library: what nvcc adds is no machine code.
    CHECK(obstacle(program(link_stub(), "libcudart.so.13"), "p", "/virtual").empty());
    CHECK(says(program(link_stub() + fat_binary(2), "libcudart.so.13"), "compute_80"));
    CHECK(says(program(link_stub(), "libc.so.6"), "-cudart shared"));
    // A program that calls the runtime but brings its kernels along in some other way.
    CHECK(obstacle(program("", "libcudart.so.13"), "p", "/virtual").empty());
}

TEST_CASE("what stands in the way is said with how to rebuild") {
    CHECK(says(program(fat_binary(1), ""), "-cudart shared"));
    CHECK(says(program(fat_binary(1), "libc.so.6"), "-cudart shared"));
    CHECK(says(program(fat_binary(2), "libcudart.so.13"), "compute_80"));
    CHECK(says(program(fat_binary(1), "libcudart.so.11.0"), "CUDA 12 or newer"));
    CHECK(obstacle(program(fat_binary(1), "libcudart.so.12"), "p", "/virtual").empty());
    CHECK(says(program("", "libc.so.6"), "no GPU code"));
    CHECK(says("", "not a 64-bit Linux program"));
}

TEST_CASE("what is no program of this machine is named") {
    CHECK(says("#!/bin/sh\n", "is a script"));
    CHECK(obstacle("int main() {}", "add.cu", "/virtual").find("nvcc -cudart shared") !=
          std::string::npos);
    CHECK(says("\177ELF\1" + std::string(100, '\0'), "32-bit"));
    CHECK(says(program(fat_binary(1), "libcudart.so.13", DT_NULL, ET_REL), "object file"));
    CHECK(says(program(fat_binary(1), "libcudart.so.13", DT_NULL, ET_CORE), "core file"));
    CHECK(
        says(program(fat_binary(1), "libcudart.so.13", DT_NULL, ET_EXEC, elsewhere), "built for"));
    CHECK(says(program(fat_binary(1), "libcublas.so.13"), "libcublas.so.13"));
}

TEST_CASE("cuBLAS and its like are obstacles only where the virtual GPU has none") {
    const fs::path folder = fs::temp_directory_path() / fmt::format("cublas_{}", getpid());
    fs::create_directory(folder);
    std::ofstream(folder / "libcublas.so.13") << "the virtual GPU's";
    const auto stands_in_the_way = [&](const char* library) {
        return obstacle(program(fat_binary(1), library), "p", folder).find(library) !=
               std::string::npos;
    };
    CHECK_FALSE(stands_in_the_way("libcublas.so.13"));
    CHECK(stands_in_the_way("libcublas.so.11"));
    CHECK(stands_in_the_way("libcufft.so.12"));
    std::ofstream(folder / "libcufft.so.12") << "the virtual GPU's";
    CHECK_FALSE(stands_in_the_way("libcufft.so.12"));
    CHECK(stands_in_the_way("libcufftw.so.12"));
    CHECK(stands_in_the_way("libcurand.so.10"));
    std::ofstream(folder / "libcurand.so.10") << "the virtual GPU's";
    CHECK_FALSE(stands_in_the_way("libcurand.so.10"));
    CHECK(environment_for({}, program("", "libcurand.so.10"), folder, {}).at("LD_PRELOAD") ==
          (folder / "libcudart.so.13").string());
    CHECK(stands_in_the_way("libcublasLt.so.13"));
    std::ofstream(folder / "libcublasLt.so.13") << "the virtual GPU's";
    CHECK_FALSE(stands_in_the_way("libcublasLt.so.13"));
    CHECK(environment_for({}, program("", "libcublas.so.13", DT_RPATH), folder, {})
              .at("LD_PRELOAD") == (folder / "libcublas.so.13").string());
    fs::remove_all(folder);
}

TEST_CASE("a program gets the virtual runtime and what the options say") {
    const std::string plain = program(fat_binary(1), "libcudart.so.13");
    RunOptions options;
    auto environment = environment_for(options, plain, "/virtual", {{"HOME", "/home/me"}});
    CHECK(environment ==
          std::map<std::string, std::string>{{"HOME", "/home/me"},
                                             {"LD_LIBRARY_PATH", "/virtual/driver:/virtual"}});
    environment = environment_for(options, plain, "/virtual", {{"LD_LIBRARY_PATH", "/mine"}});
    CHECK(environment.at("LD_LIBRARY_PATH") == "/virtual/driver:/virtual:/mine");

    options.profile = "t4";
    options.checks = "none";
    options.seed = "7";
    options.devices = "2";
    options.memory = "1G";
    environment = environment_for(options, plain, "/virtual", {{"WORKBOOK_PROFILE", "a100"}});
    CHECK(environment.at("WORKBOOK_PROFILE") == "t4");
    CHECK(environment.at("WORKBOOK_CHECKS") == "none");
    CHECK(environment.at("WORKBOOK_SCHEDULE_SEED") == "7");
    CHECK(environment.at("WORKBOOK_DEVICES") == "2");
    CHECK(environment.at("WORKBOOK_MEMORY") == "1G");

    options.all_frames = true;
    options.only = {"^add(", "square.cuh"};
    options.suppressions = "/known";
    environment = environment_for(options, plain, "/virtual", {});
    CHECK(environment.at("WORKBOOK_FRAMES") == "all");
    CHECK(environment.at("WORKBOOK_ONLY") == "^add(\nsquare.cuh");
    CHECK(environment.at("WORKBOOK_SUPPRESSIONS") == "/known");

    options.gpu = true;
    CHECK(environment_for(options, plain, "/virtual", {}).empty());
}

TEST_CASE("a path that is built into the program is overruled") {
    const auto environment_of = [](std::int64_t tag) {
        return environment_for({}, program(fat_binary(1), "libcudart.so.13", tag), "/virtual", {});
    };
    CHECK(environment_of(DT_RPATH).at("LD_PRELOAD") == "/virtual/libcudart.so.13");
    CHECK_FALSE(environment_of(DT_RUNPATH).contains("LD_PRELOAD")); // comes after LD_LIBRARY_PATH
}

TEST_CASE("a program of the driver API or of NVRTC gets our libraries") {
    CHECK_FALSE(says(program("", "libcuda.so.1"), "libcuda"));
    const auto preloaded = [](const std::string& library, std::int64_t tag) {
        const auto environment = environment_for({}, program("", library, tag), "/virtual", {});
        const auto found = environment.find("LD_PRELOAD");
        return found == environment.end() ? "" : found->second;
    };
    CHECK(preloaded("libcuda.so.1", DT_NULL).empty()); // LD_LIBRARY_PATH leads to it
    CHECK(preloaded("libcuda.so.1", DT_RPATH) == "/virtual/driver/libcuda.so.1");
    CHECK(preloaded("libnvrtc.so.13", DT_NULL) == "/virtual/driver/libworkbook_nvrtc.so");
}

#ifdef __x86_64__
TEST_CASE("a runtime that is linked into the program is replaced from within") {
    const auto with_runtime = [](const std::string& fat, std::vector<std::string> functions,
                                 std::int64_t path_tag = DT_NULL) {
        functions.insert(functions.end(), {"__cudaRegisterFatBinary", "cudaLaunchKernel"});
        return program(fat, "libc.so.6", path_tag, ET_DYN, here, functions);
    };
    const std::string suited = with_runtime(fat_binary(1), {"cudaInitDevice"}, DT_RPATH);
    CHECK(obstacle(suited, "p", "/virtual").empty());
    const std::string library = "/virtual/libworkbook_static_runtime.so";
    CHECK(environment_for({}, suited, "/virtual", {}).at("LD_PRELOAD") == library);
    CHECK(environment_for({}, suited, "/virtual", {{"LD_PRELOAD", "mine.so"}}).at("LD_PRELOAD") ==
          library + ":mine.so");
    RunOptions on_gpu;
    on_gpu.gpu = true;
    CHECK(environment_for(on_gpu, suited, "/virtual", {}).empty());

    CHECK(says(with_runtime(fat_binary(1), {}), "CUDA 12 or newer"));
    CHECK(says(with_runtime(fat_binary(2), {"cudaInitDevice"}), "compute_80"));
    // Without the runtime's symbols; what has no runtime at all gets no library of ours.
    CHECK(says(program(fat_binary(1), "libc.so.6", DT_NULL, ET_DYN, here, {"main"}), "stripped"));
    CHECK(says(program(empty_fat_binary(), "libc.so.6", DT_NULL, ET_DYN, here, {"main"}),
               "stripped"));
    // It is there also where the program calls the driver alone, and no runtime.
    CHECK(obstacle(program(empty_fat_binary(), "libcuda.so.1", DT_NULL, ET_DYN, here, {"main"}),
                   "p", "/virtual")
              .empty());
    CHECK_FALSE(environment_for({}, program("", "libc.so.6", DT_RPATH), "/virtual", {})
                    .contains("LD_PRELOAD"));
}
#endif

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
    CHECK(file.kind == ProgramFile::Kind::program);
    CHECK_FALSE(file.has_fat_binaries);
}
