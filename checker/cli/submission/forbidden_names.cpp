// dladdr1() and dlvsym() are the GNU C library's.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "cli/submission/forbidden_names.hpp"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>

#include <algorithm>
#include <array>
#include <map>
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
         {"fork",     "_Fork",   "vfork",         "clone",        "clone3",      "execl",
          "execle",   "execlp",  "execv",         "execve",       "execvp",      "execvpe",
          "execveat", "fexecve", "posix_spawn",   "posix_spawnp", "pidfd_spawn", "pidfd_spawnp",
          "system",   "popen",   "_IO_proc_open", "wordexp",      "daemon",      "forkpty"}},
        {"signals or inspects processes",
         {"kill", "killpg", "tgkill", "tkill", "pthread_kill", "pthread_sigqueue", "sigqueue",
          "ptrace", "process_vm_readv", "process_vm_writev", "prctl", "arch_prctl", "personality",
          "unshare", "setns", "pidfd_open", "pidfd_getfd", "pidfd_send_signal"}},
        {"loads code or looks for it in memory",
         {"dlopen", "dlmopen", "dlsym", "dlvsym", "dlclose", "dladdr", "dladdr1", "dlinfo",
          "dl_iterate_phdr", "_r_debug", "_dl_find_object"}},
        {"changes what memory may be used for",
         {"mmap", "mmap64", "munmap", "mremap", "mprotect", "pkey_mprotect", "pkey_set",
          "remap_file_pages", "madvise", "process_madvise", "memfd_create", "shm_open", "shmget",
          "shmat"}},
        {"speaks to other programs",
         {"socket",
          "socketpair",
          "connect",
          "bind",
          "listen",
          "accept",
          "accept4",
          "send",
          "sendto",
          "sendmsg",
          "sendmmsg",
          "recv",
          "recvfrom",
          "recvmsg",
          "recvmmsg",
          "read",
          "readv",
          "pread",
          "pread64",
          "preadv",
          "preadv64",
          "preadv2",
          "preadv64v2",
          "write",
          "writev",
          "pwrite",
          "pwrite64",
          "pwritev",
          "pwritev64",
          "pwritev2",
          "pwritev64v2",
          "dup",
          "dup2",
          "dup3",
          "fcntl",
          "fcntl64",
          "ioctl",
          "fdopen",
          "dprintf",
          "vdprintf",
          "sendfile",
          "sendfile64",
          "splice",
          "vmsplice",
          "tee",
          "copy_file_range",
          "eventfd_read",
          "eventfd_write",
          "backtrace_symbols_fd",
          "ftruncate",
          "ftruncate64",
          "aio_read",
          "aio_read64",
          "aio_write",
          "aio_write64",
          "lio_listio",
          "lio_listio64"}},
        {"calls the kernel past the library", {"syscall"}},
        {"acts when its function has returned",
         {"setitimer", "timer_create", "alarm", "ualarm", "makecontext", "setcontext",
          "swapcontext"}},
    };
    return uses;
}

// The C++ library's own way from a descriptor's number to a stream.
constexpr std::array<std::string_view, 2> streams_of_descriptors{"_ZNSt12__basic_fileIcE8sys_open",
                                                                 "_ZN9__gnu_cxx13stdio_filebufI"};
constexpr const char* speaks = "speaks to other programs";
constexpr const char* is_inner = "is an inner part of the system's libraries";

const std::array<void*, 4>& system_libraries() {
    static const std::array<void*, 4> libraries{
        dlopen("libc.so.6", RTLD_NOW), dlopen("libm.so.6", RTLD_NOW),
        dlopen("libstdc++.so.6", RTLD_NOW), dlopen("libgcc_s.so.1", RTLD_NOW)};
    return libraries;
}

void* address_of(const std::string& name) {
    for (void* library : system_libraries())
        if (library != nullptr)
            if (void* address = dlsym(library, name.c_str())) return address;
    return nullptr;
}

// By where their code lies: a second name of the same function lies there, too.
const std::map<void*, const char*>& forbidden_places() {
    static const auto places = [] {
        std::map<void*, const char*> result;
        for (const auto& use : forbidden_uses())
            for (const auto name : use.names)
                if (void* address = address_of(std::string(name))) result[address] = use.what;
        return result;
    }();
    return places;
}

// What the parts of the C library offer to each other only.
bool is_private(const std::string& name) {
    return std::ranges::any_of(system_libraries(), [&](void* library) {
        return library != nullptr && dlvsym(library, name.c_str(), "GLIBC_PRIVATE") != nullptr;
    });
}

// Without what the C library puts around the names of its functions' other forms.
std::string plain(std::string name) {
    for (const std::string_view prefix : {"__libc_", "_IO_", "__"})
        if (name.starts_with(prefix)) {
            name.erase(0, prefix.size());
            break;
        }
    for (const std::string_view suffix : {"_nocancel", "_chk"})
        if (name.ends_with(suffix)) name.erase(name.size() - suffix.size());
    return name;
}

} // namespace

std::string without_version(const std::string& name) { return name.substr(0, name.find('@')); }

std::optional<std::string> forbidden_use(const std::string& versioned) {
    const std::string name = without_version(versioned);
    for (const auto prefix : streams_of_descriptors)
        if (name.starts_with(prefix)) return speaks;
    if (name.starts_with("_Z")) return std::nullopt;
    const std::string short_name = plain(name);
    for (const auto& use : forbidden_uses())
        for (const auto refused : use.names)
            if (refused == name || refused == short_name) return use.what;
    if (void* address = address_of(name)) {
        const auto place = forbidden_places().find(address);
        if (place != forbidden_places().end()) return place->second;
    }
    // No header leads to these.
    if (name.starts_with("_IO_") || name.starts_with("_dl_") || is_private(name)) return is_inner;
    return std::nullopt;
}

SystemName system_name(const std::string& versioned) {
    void* address = address_of(without_version(versioned));
    if (address == nullptr) return SystemName::none;
    Dl_info place{};
    const ElfW(Sym)* symbol = nullptr;
    const bool known =
        dladdr1(address, &place, const_cast<void**>(reinterpret_cast<const void**>(&symbol)),
                RTLD_DL_SYMENT) != 0 &&
        symbol != nullptr && place.dli_saddr == address;
    const bool is_variable = known && ELF64_ST_TYPE(symbol->st_info) == STT_OBJECT;
    return is_variable ? SystemName::variable : SystemName::function;
}

} // namespace workbook::cli
