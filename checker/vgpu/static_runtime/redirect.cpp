// Preloaded into a program that has NVIDIA's runtime linked into it: leads the runtime's functions
// to the virtual GPU's libcudart before the program's own constructors register their kernels.
//
// A program that has no runtime in it, such as one that the first one starts, is left as it is.
#include "vgpu/static_runtime/entry_points.hpp"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <string>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace vgpu::static_runtime {
namespace {

using runtime::fatbin::Bytes;
using runtime::fatbin::ElfFile;

// The program must not go on: its calls would reach NVIDIA's code.
[[noreturn]] void give_up(const std::string& why) {
    std::fprintf(stderr,
                 "workbook: the virtual GPU cannot take the place of the CUDA runtime that is "
                 "linked into this program: %s. Rebuild it with the shared one: nvcc -cudart "
                 "shared (CMake: CMAKE_CUDA_RUNTIME_LIBRARY Shared).\n",
                 why.c_str());
    _exit(2);
}

Bytes map_own_file() {
    const int descriptor = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return {};
    struct stat status {};
    void* place = MAP_FAILED;
    if (fstat(descriptor, &status) == 0 && status.st_size > 0)
        place = mmap(nullptr, static_cast<std::size_t>(status.st_size), PROT_READ, MAP_PRIVATE,
                     descriptor, 0);
    close(descriptor);
    if (place == MAP_FAILED) return {};
    return {static_cast<const std::byte*>(place), static_cast<std::size_t>(status.st_size)};
}

// What the loader added to the addresses of the program's file. The program is the first object.
std::uint64_t load_address() {
    std::uint64_t address = 0;
    dl_iterate_phdr(
        [](dl_phdr_info* info, std::size_t, void* answer) {
            *static_cast<std::uint64_t*>(answer) = info->dlpi_addr;
            return 1;
        },
        &address);
    return address;
}

void* open_runtime(Version version) {
    Dl_info own{};
    if (dladdr(reinterpret_cast<const void*>(&give_up), &own) == 0)
        give_up("it is not to be found");
    std::string path = own.dli_fname;
    path.resize(path.rfind('/') + 1);
    path += version == Version::cuda_12 ? "libcudart.so.12" : "libcudart.so.13";
    void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) give_up(dlerror());
    return library;
}

void set_protection(std::uint64_t begin, std::uint64_t end, int protection) {
    const auto page = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
    begin = begin / page * page;
    if (mprotect(reinterpret_cast<void*>(begin), end - begin, protection) != 0)
        give_up(std::string("its code cannot be changed (") + std::strerror(errno) + ")");
}

template <class Value>
unsigned char* put(unsigned char* at, const Value& value) {
    std::memcpy(at, &value, sizeof value);
    return at + sizeof value;
}

constexpr unsigned char jump[] = {0xff, 0x25, 0, 0, 0, 0};       // jmp *0(%rip)
constexpr unsigned char name_as_first_argument[] = {0x48, 0xbf}; // movabs $..., %rdi
constexpr std::size_t refusal_bytes = 32;                        // 24 are used
static_assert(sizeof jump + sizeof(std::uint64_t) == jump_bytes);

void write_jump(unsigned char* at, std::uint64_t target) { put(put(at, jump), target); }

// Writes code that calls `refuse` with the function's name, for each refused function.
std::uint64_t write_refusals(const std::vector<Function>& refused, void* refuse) {
    if (refused.empty()) return 0;
    const std::size_t bytes = refused.size() * refusal_bytes;
    void* place = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (place == MAP_FAILED) give_up("there is no memory");
    auto* at = static_cast<unsigned char*>(place);
    for (const Function& function : refused) {
        auto* const name = strdup(std::string(function.name).c_str()); // for as long as the program
        write_jump(put(put(at, name_as_first_argument), name),
                   reinterpret_cast<std::uint64_t>(refuse));
        at += refusal_bytes;
    }
    const auto begin = reinterpret_cast<std::uint64_t>(place);
    set_protection(begin, begin + bytes, PROT_READ | PROT_EXEC);
    return begin;
}

void redirect(const std::vector<Function>& functions, void* library) {
    const auto ours = [&](std::string_view name) {
        return dlsym(library, std::string(name).c_str());
    };
    const auto found =
        redirections_of(functions, [&](std::string_view name) { return ours(name) != nullptr; });
    if (!found.cramped.empty())
        give_up("its function " + std::string(found.cramped.front().name) +
                " is too short for a jump");
    std::uint64_t refusal = write_refusals(found.refused, ours("workbook_report_unsupported"));
    const std::uint64_t base = load_address();
    const std::uint64_t begin = base + found.replaced.front().address;
    const std::uint64_t end = base + found.replaced.back().address + jump_bytes;
    set_protection(begin, end, PROT_READ | PROT_WRITE);
    const auto place = [&](const Function& function) {
        return reinterpret_cast<unsigned char*>(base + function.address);
    };
    for (const Function& function : found.replaced)
        write_jump(place(function), reinterpret_cast<std::uint64_t>(ours(function.name)));
    for (const Function& function : found.refused) {
        write_jump(place(function), refusal);
        refusal += refusal_bytes;
    }
    set_protection(begin, end, PROT_READ | PROT_EXEC);
}

__attribute__((constructor)) void redirect_own_program() {
    const Bytes file = map_own_file();
    if (const auto program = ElfFile::read(file)) {
        const auto functions = cuda_functions(*program);
        const Version version = version_of(functions);
        if (version == Version::too_old) give_up("it is of a CUDA before 12");
        if (version != Version::none) redirect(functions, open_runtime(version));
    }
    if (!file.empty()) munmap(const_cast<std::byte*>(file.data()), file.size());
}

} // namespace
} // namespace vgpu::static_runtime
