// Finds the line of a program's own among those of a call: past the runtime and the toolkit.
#include "vgpu/client/host_place.hpp"

#include "vgpu/client/host_lines.hpp"
#include "wire/source_files.hpp"

#include <dlfcn.h>
#include <execinfo.h>
#include <fmt/core.h>
#include <link.h>
#include <sys/auxv.h>
#include <unistd.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace vgpu::client {
namespace {

struct Object {
    const link_map* map = nullptr;
    std::string path;
};

// A confined program has no /proc. Its auxiliary vector has the path by which it was started.
std::string path_of_program() {
    const char* self = "/proc/self/exe";
    if (::access(self, R_OK) == 0) return self;
    const auto* started = reinterpret_cast<const char*>(getauxval(AT_EXECFN));
    return started == nullptr ? "" : started;
}

Object object_of(const void* address) {
    Dl_info info;
    void* map = nullptr;
    Object object;
    if (dladdr1(address, &info, &map, RTLD_DL_LINKMAP) == 0 || map == nullptr) return object;
    object.map = static_cast<const link_map*>(map);
    object.path = object.map->l_name == nullptr || *object.map->l_name == '\0' ? path_of_program()
                                                                               : object.map->l_name;
    return object;
}

HostLines* load_reader() {
    const std::string own = object_of(reinterpret_cast<const void*>(&load_reader)).path;
    const std::string path = own.substr(0, own.rfind('/') + 1) + host_lines_library;
    void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) library = dlopen(host_lines_library, RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) return nullptr;
    return reinterpret_cast<HostLines*>(dlsym(library, "workbook_host_lines"));
}

// A line behind an instruction: "square.cu:31", and whose it is.
struct Place {
    enum class Of { program, toolkit, stub, checker };
    std::string text;
    Of of = Of::program;
};

// toolkit: also the headers that the workbook gives to
// lessons, whose callers are what a student wants to see. stub: what nvcc puts between `<<<...>>>`
// and the runtime. checker: the workbook's part of a learner program, which allocates the checker's
// arrays.
Place::Of owner_of(std::string_view file) {
    if (file.ends_with(".cudafe1.stub.c")) return Place::Of::stub;
    if (workbook::wire::is_of_toolkit(file) ||
        file.find("/checker/wire/") != std::string_view::npos)
        return Place::Of::toolkit;
    return file.find("/checker/learner/") != std::string_view::npos ? Place::Of::checker
                                                                    : Place::Of::program;
}

// Innermost first.
std::vector<Place> find_places(std::uint64_t address) {
    static HostLines* const read_lines = load_reader();
    const Object object = object_of(reinterpret_cast<const void*>(address));
    if (object.map == nullptr || read_lines == nullptr) return {};
    for (const char* ours : {"/libcuda.so.1", "/libcublas.so.12", "/libcublas.so.13",
                             "/libcublasLt.so.12", "/libcublasLt.so.13", "/libcufft.so.11",
                             "/libcufft.so.12", "/libcurand.so.10"}) // between the program and us
        if (object.path.ends_with(ours)) return {};
    HostLine lines[most_inlined];
    const std::size_t count = read_lines(object.path.c_str(), address - object.map->l_addr, lines);
    std::vector<Place> places;
    for (const HostLine& line : std::span(lines, count)) {
        const std::string_view file = line.file;
        places.push_back(
            {fmt::format("{}:{}", workbook::wire::file_name(file), line.line), owner_of(file)});
    }
    return places;
}

// Reading a large program's lines takes a while. Questions come until the program's very end.
const std::vector<Place>& known_places(std::uint64_t address) {
    static std::mutex mutex;
    static auto& known = *new std::map<std::uint64_t, std::vector<Place>>;
    const std::lock_guard lock(mutex);
    const auto [entry, is_new] = known.try_emplace(address);
    if (is_new) entry->second = find_places(address);
    return entry->second;
}

} // namespace

std::string line_of_instruction(std::uint64_t address) {
    for (const Place& place : known_places(address))
        if (place.of == Place::Of::program || place.of == Place::Of::checker) return place.text;
    return "";
}

CallStack CallStack::current() {
    static_assert(sizeof(std::uint64_t) == sizeof(void*));
    CallStack stack;
    stack.count_ = ::backtrace(reinterpret_cast<void**>(stack.returns_.data()), most);
    return stack;
}

CallStack::CallStack(std::span<const std::uint64_t> addresses)
    : count_(static_cast<int>(std::min<std::size_t>(addresses.size(), most))) {
    std::copy_n(addresses.begin(), count_, returns_.begin());
}

std::string CallStack::line() const {
    const link_map* own = object_of(reinterpret_cast<const void*>(&find_places)).map;
    bool seen_stub = false;
    bool seen_own =
        false; // above it may stand AddressSanitizer's frame, which intercepts backtrace
    for (int i = 0; i < count_; ++i) {
        const auto* address = reinterpret_cast<const void*>(returns_[static_cast<std::size_t>(i)]);
        const bool is_own = object_of(address).map == own;
        seen_own |= is_own;
        if (is_own || !seen_own) continue;
        // The instruction before the one that the call returns to.
        for (const Place& place : known_places(reinterpret_cast<std::uint64_t>(address) - 1)) {
            // After the stub comes the kernel's host function, at the kernel's own line; it is
            // skipped.
            const bool is_kernel = std::exchange(seen_stub, place.of == Place::Of::stub);
            if (is_kernel && place.of != Place::Of::stub) continue;
            if (place.of == Place::Of::program) return place.text;
            if (place.of == Place::Of::checker) return "";
        }
    }
    return "";
}

} // namespace vgpu::client
