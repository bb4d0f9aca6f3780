#include "vgpu/runtime/registered_memory.hpp"

#include <fmt/core.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

namespace vgpu::runtime {
namespace {

void* pointer(std::uint64_t address) { return reinterpret_cast<void*>(address); }

// Second mappings of the same shared pages (mremap(2): an old size of 0).
bool map_again(std::uint64_t pages, std::uint64_t bytes, std::uint64_t at) {
    return mremap(pointer(pages), 0, bytes, MREMAP_MAYMOVE | MREMAP_FIXED, pointer(at)) !=
           MAP_FAILED;
}

// Fresh pages, under the device address and where the virtual GPU reads and writes them.
void map_fresh(exec::Memory& memory, std::uint64_t device, std::uint64_t bytes) {
    const auto view = reinterpret_cast<std::uint64_t>(memory.host_view(device));
    mmap(pointer(view), bytes, PROT_READ | PROT_WRITE,
         MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
    map_again(view, bytes, device);
}

struct Mappings {
    bool complete = false; // all of the range is there, to be read and written
    bool shared = false, is_private = false;
};

Mappings mappings_of(std::uint64_t begin, std::uint64_t end) {
    Mappings result;
    std::ifstream maps("/proc/self/maps");
    std::string line;
    std::uint64_t reached = begin;
    while (reached < end && std::getline(maps, line)) {
        std::uint64_t first = 0, last = 0;
        char rights[5] = {};
        if (std::sscanf(line.c_str(), "%lx-%lx %4s", &first, &last, rights) != 3) continue;
        if (last <= reached) continue;
        if (first > reached || rights[0] != 'r' || rights[1] != 'w') return result;
        (rights[3] == 's' ? result.shared : result.is_private) = true;
        reached = last;
    }
    result.complete = reached >= end;
    return result;
}

bool holds_this_stack(std::uint64_t begin, std::uint64_t end) {
    pthread_attr_t attributes;
    void* low = nullptr;
    std::size_t bytes = 0;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0) return false;
    pthread_attr_getstack(&attributes, &low, &bytes);
    pthread_attr_destroy(&attributes);
    const auto first = reinterpret_cast<std::uint64_t>(low);
    return begin < first + bytes && first < end;
}

} // namespace

Expected<std::uint64_t> RegisteredMemory::add(exec::Memory& memory, std::uint64_t begin,
                                              std::uint64_t bytes, unsigned flags,
                                              const std::string& origin) {
    const auto page = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
    Range range{begin, bytes, begin / page * page, 0, 0, flags, false};
    const std::uint64_t end = (begin + bytes + page - 1) / page * page;
    range.page_bytes = end - range.page_begin;
    const Mappings mappings = mappings_of(range.page_begin, end);
    if (!mappings.complete)
        return Diagnostic{"the range is not all memory that the program may read and write", {}};
    if (mappings.shared && mappings.is_private)
        return Diagnostic{"the range is partly shared and partly private memory", {}};
    if (holds_this_stack(range.page_begin, end))
        return Diagnostic{"the virtual GPU cannot register memory of the stack: use memory of "
                          "malloc or new",
                          {}};
    for (const auto& [other_begin, other] : ranges_)
        if (range.page_begin < other.page_begin + other.page_bytes && other.page_begin < end)
            return Diagnostic{
                "the range lies in the same page as one that is registered already: align "
                "both to pages",
                {}};
    const auto device = memory.allocate_host_visible(range.page_bytes, origin);
    if (!device) return Diagnostic{"the device has no room for it", {}};
    range.device_begin = *device;
    range.shared = mappings.shared;
    const auto view = reinterpret_cast<std::uint64_t>(memory.host_view(*device));
    bool mapped = false;
    if (range.shared) {
        mapped = map_again(range.page_begin, range.page_bytes, view) &&
                 map_again(range.page_begin, range.page_bytes, *device);
    } else {
        std::memcpy(pointer(view), pointer(range.page_begin), range.page_bytes);
        mapped = map_again(view, range.page_bytes, range.page_begin);
    }
    if (!mapped) {
        const std::string why = std::strerror(errno);
        if (range.shared) map_fresh(memory, *device, range.page_bytes);
        memory.free(*device);
        return Diagnostic{"the system refuses: " + why, {}};
    }
    ranges_.emplace(begin, range);
    return range.device_address(begin);
}

void RegisteredMemory::remove(exec::Memory& memory, std::uint64_t begin) {
    const auto at = ranges_.find(begin);
    const Range range = at->second;
    ranges_.erase(at);
    if (range.shared) {
        map_fresh(memory, range.device_begin, range.page_bytes);
    } else {
        // A private copy takes the place of the shared pages in one step.
        void* copy = mmap(nullptr, range.page_bytes, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (copy == MAP_FAILED) return; // they stay shared: nothing is lost but the check
        std::memcpy(copy, pointer(range.page_begin), range.page_bytes);
        mremap(copy, range.page_bytes, range.page_bytes, MREMAP_MAYMOVE | MREMAP_FIXED,
               pointer(range.page_begin));
    }
    memory.free(range.device_begin);
}

const RegisteredMemory::Range* RegisteredMemory::find(std::uint64_t host_address) const {
    const auto after = ranges_.upper_bound(host_address);
    if (after == ranges_.begin()) return nullptr;
    const Range& range = std::prev(after)->second;
    return host_address - range.begin < range.bytes ? &range : nullptr;
}

bool RegisteredMemory::overlaps(std::uint64_t begin, std::uint64_t bytes) const {
    for (const auto& [other_begin, range] : ranges_)
        if (begin < range.begin + range.bytes && range.begin < begin + bytes) return true;
    return false;
}

} // namespace vgpu::runtime
