#include "vgpu/client/host_place.hpp"

#include "vgpu/client/host_lines.hpp"

#include <dlfcn.h>
#include <execinfo.h>
#include <fmt/core.h>
#include <link.h>
#include <sys/auxv.h>
#include <unistd.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <string_view>

namespace vgpu::client {
namespace {

struct Object {
    const link_map* map = nullptr;
    std::string path;
};

// A confined program has no /proc; the kernel has told it the path that it was started by.
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

// "square.cu:31", and whether that is a line of the program's own.
struct Place {
    std::string text;
    enum class Of { nobody, toolkit, checker, program } of = Of::nobody;
};

// As frame_to_show in vgpu/observe has it; what nvcc puts between `<<<...>>>` and the runtime; and
// the headers that the workbook gives to lessons, whose callers are what a student wants to see.
bool is_of_toolkit(std::string_view file) {
    return file.find("/include/") != std::string_view::npos || file.ends_with(".cudafe1.stub.c") ||
           file.find("/checker/wire/") != std::string_view::npos;
}

// The workbook's part of a learner program: what it allocates are the checker's arrays, and its
// lines tell a student nothing.
bool is_of_checker(std::string_view file) {
    return file.find("/checker/learner/") != std::string_view::npos;
}

Place find_place(std::uint64_t address) {
    static HostLines* const read_lines = load_reader();
    const Object object = object_of(reinterpret_cast<const void*>(address));
    if (object.map == nullptr || read_lines == nullptr) return {};
    HostLine lines[most_inlined];
    const std::size_t count = read_lines(object.path.c_str(), address - object.map->l_addr, lines);
    for (std::size_t i = 0; i < count; ++i) {
        const std::string_view file = lines[i].file;
        if (is_of_toolkit(file)) continue;
        return {fmt::format("{}:{}", file.substr(file.rfind('/') + 1), lines[i].line),
                is_of_checker(file) ? Place::Of::checker : Place::Of::program};
    }
    return {"", count == 0 ? Place::Of::nobody : Place::Of::toolkit};
}

// Reading a large program's lines takes a while.
const Place& known_place(std::uint64_t address) {
    static std::mutex mutex;
    static std::map<std::uint64_t, Place> known;
    const std::lock_guard lock(mutex);
    const auto [entry, is_new] = known.try_emplace(address);
    if (is_new) entry->second = find_place(address);
    return entry->second;
}

} // namespace

std::string line_of_instruction(std::uint64_t address) { return known_place(address).text; }

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
    const link_map* own = object_of(reinterpret_cast<const void*>(&find_place)).map;
    bool seen_own =
        false; // above it may stand AddressSanitizer's frame, which intercepts backtrace
    for (int i = 0; i < count_; ++i) {
        const auto* address = reinterpret_cast<const void*>(returns_[static_cast<std::size_t>(i)]);
        const bool is_own = object_of(address).map == own;
        seen_own |= is_own;
        if (is_own || !seen_own) continue;
        // The instruction before the one that the call returns to.
        const Place& place = known_place(reinterpret_cast<std::uint64_t>(address) - 1);
        if (place.of == Place::Of::program) return place.text;
        if (place.of == Place::Of::checker) return "";
    }
    return "";
}

} // namespace vgpu::client
