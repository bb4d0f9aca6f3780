#include "cli/submission/object_code.hpp"

#include <fmt/core.h>

#include <dlfcn.h>
#include <elf.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

namespace workbook::cli {
namespace {

struct ForbiddenUse {
    const char* what;
    std::vector<std::string_view> names;
};

const std::vector<ForbiddenUse>& forbidden_uses() {
    static const std::vector<ForbiddenUse> uses{
        {"starts another process",
         {"fork", "vfork", "clone", "execl", "execle", "execlp", "execv", "execve", "execvp",
          "execvpe", "execveat", "fexecve", "posix_spawn", "posix_spawnp", "system", "popen",
          "wordexp", "daemon", "forkpty"}},
        {"signals or inspects processes",
         {"kill", "killpg", "tgkill", "tkill", "pthread_kill", "pthread_sigqueue", "sigqueue",
          "ptrace", "process_vm_readv", "process_vm_writev", "prctl", "arch_prctl", "personality",
          "unshare", "setns"}},
        {"loads code or looks for it in memory",
         {"dlopen", "dlmopen", "dlsym", "dlvsym", "dlclose", "dladdr", "dladdr1", "dlinfo",
          "dl_iterate_phdr", "_r_debug", "_dl_find_object"}},
        {"changes what memory may be used for",
         {"mmap", "mmap64", "munmap", "mremap", "mprotect", "pkey_mprotect", "pkey_set",
          "remap_file_pages", "madvise", "process_madvise", "memfd_create", "shm_open", "shmget",
          "shmat"}},
        {"speaks to other programs",
         {"socket",         "socketpair",  "connect",    "bind",
          "listen",         "accept",      "accept4",    "send",
          "sendto",         "sendmsg",     "sendmmsg",   "recv",
          "recvfrom",       "recvmsg",     "recvmmsg",   "write",
          "writev",         "pwrite",      "pwrite64",   "pwritev",
          "pwritev64",      "pwritev2",    "dup",        "dup2",
          "dup3",           "fcntl",       "fcntl64",    "ioctl",
          "fdopen",         "dprintf",     "vdprintf",   "__dprintf_chk",
          "__vdprintf_chk", "sendfile",    "sendfile64", "splice",
          "vmsplice",       "tee",         "ftruncate",  "ftruncate64",
          "aio_write",      "aio_write64", "lio_listio", "lio_listio64"}},
        {"calls the kernel past the library", {"syscall"}},
        {"acts when its function has returned",
         {"setitimer", "timer_create", "alarm", "ualarm", "makecontext", "setcontext",
          "swapcontext"}},
    };
    return uses;
}

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

// Whether a library that every learner program is linked with defines the name.
bool belongs_to_system(const std::string& name) {
    static const std::array<void*, 4> libraries{
        dlopen("libc.so.6", RTLD_NOW), dlopen("libm.so.6", RTLD_NOW),
        dlopen("libstdc++.so.6", RTLD_NOW), dlopen("libgcc_s.so.1", RTLD_NOW)};
    return std::any_of(libraries.begin(), libraries.end(), [&](void* library) {
        return library && dlsym(library, name.c_str()) != nullptr;
    });
}

std::optional<std::string> obstacle_in_use(std::string_view name) {
    for (const auto& use : forbidden_uses())
        if (std::ranges::find(use.names, name) != use.names.end())
            return fmt::format("Your code uses {}(), which {}. No lesson needs that, and it is not "
                               "accepted.",
                               name, use.what);
    if (name.starts_with("workbook_") ||
        (name.starts_with(served_by_us) && !name.starts_with(given_to_lessons)))
        return fmt::format("Your code uses {}, a function of the checker's.", name);
    return std::nullopt;
}

std::optional<std::string> obstacle_in_definition(const std::string& name,
                                                  const Elf64_Sym& symbol) {
    const auto binding = ELF64_ST_BIND(symbol.st_info);
    if (ELF64_ST_TYPE(symbol.st_info) == STT_GNU_IFUNC)
        return fmt::format("Your code has the loader choose what {} is.", name);
    if (binding == STB_LOCAL) return std::nullopt;
    if (name.starts_with(served_by_us) || name.starts_with("_ZNK8workbook7learner"))
        return fmt::format("Your code defines {}, a function of the checker's.", name);
    // The compiler puts inline functions of the C++ library into every object, as weak ones.
    const bool is_inline = binding != STB_GLOBAL && name.starts_with("_Z") &&
                           !name.starts_with("_Zn") && !name.starts_with("_Zd");
    const bool is_runtime =
        name.starts_with("cuda") || name.starts_with("__cuda") || name.starts_with("workbook_");
    if (is_runtime || (!is_inline && belongs_to_system(name)))
        return fmt::format("Your code defines {}, which belongs to the system's libraries: give "
                           "your function another name.",
                           name);
    return std::nullopt;
}

} // namespace

std::optional<std::string> obstacle_in_object(const std::string& bytes) {
    const auto sections = section_headers(bytes);
    bool has_symbols = false;
    for (const auto& section : sections) {
        if ((section.sh_flags & SHF_EXECINSTR) != 0 && (section.sh_flags & SHF_WRITE) != 0)
            return "Your code has a section that can be both written and executed.";
        if (section.sh_type != SHT_SYMTAB || section.sh_link >= sections.size()) continue;
        has_symbols = true;
        const auto symbols = part_of(bytes, section);
        const auto names = part_of(bytes, sections[section.sh_link]);
        Elf64_Sym symbol;
        for (std::uint64_t at = 0; read_at(symbols, at, symbol); at += sizeof symbol) {
            if (symbol.st_name >= names.size()) continue;
            const auto rest = names.substr(symbol.st_name);
            const std::string name(rest.substr(0, rest.find('\0')));
            if (name.empty()) continue;
            const auto obstacle = symbol.st_shndx == SHN_UNDEF
                                      ? obstacle_in_use(name)
                                      : obstacle_in_definition(name, symbol);
            if (obstacle) return obstacle;
        }
    }
    if (!has_symbols) return "What the compiler made of your code is no object with symbols.";
    return std::nullopt;
}

bool may_call_the_kernel(const std::string& bytes) {
#if defined(__aarch64__)
    constexpr std::array<std::string_view, 1> instructions{{{"\x01\x00\x00\xd4", 4}}};
#else
    // syscall, sysenter, int 0x80
    constexpr std::array<std::string_view, 3> instructions{
        {{"\x0f\x05", 2}, {"\x0f\x34", 2}, {"\xcd\x80", 2}}};
#endif
    for (const auto& section : section_headers(bytes)) {
        if ((section.sh_flags & SHF_EXECINSTR) == 0) continue;
        for (const auto instruction : instructions)
            if (part_of(bytes, section).find(instruction) != std::string_view::npos) return true;
    }
    return false;
}

std::optional<std::string> obstacle_in_listing(const std::string& disassembly) {
    for (const char* instruction : {"syscall", "sysenter", "int    $0x80", "svc\t"})
        if (disassembly.find(std::string("\t") + instruction) != std::string::npos)
            return "Your code calls the kernel by an instruction of its own. No lesson needs that, "
                   "and it is not accepted.";
    return std::nullopt;
}

} // namespace workbook::cli
