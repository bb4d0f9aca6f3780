#include "vgpu/client/memory.hpp"

#include "wire/source_files.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <string_view>
#include <sys/mman.h>
#include <unistd.h>

namespace vgpu::client {
namespace {

struct Window {
    std::uint64_t address = 0, bytes = 0;
    int file = -1;
};
Window window;

void* pointer(std::uint64_t address) { return reinterpret_cast<void*>(address); }

std::uint64_t page_bytes() {
    static const auto size = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
    return size;
}

void* keep_addresses(std::uint64_t address, std::uint64_t bytes, int placing) {
    return mmap(pointer(address), bytes, PROT_NONE,
                MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | placing, -1, 0);
}

struct Mappings {
    bool known = false;    // the system says what is mapped
    bool complete = false; // all of the range is there, to be read and written
    bool shared = false;
    // The last mapping of the range: its addresses, its offset and its file.
    std::uint64_t begin = 0, end = 0, offset = 0;
    std::string name;
};

Mappings mappings_of(std::uint64_t begin, std::uint64_t end) {
    Mappings result;
    std::FILE* maps = std::fopen("/proc/self/maps", "re");
    if (maps == nullptr) return result;
    result.known = true;
    char line[512];
    std::uint64_t reached = begin;
    while (reached < end && std::fgets(line, sizeof line, maps) != nullptr) {
        std::uint64_t first = 0, last = 0;
        std::uint64_t offset = 0;
        int name = 0;
        char rights[5] = {};
        if (std::sscanf(line, "%lx-%lx %4s %lx %*s %*s %n", &first, &last, rights, &offset, &name) <
                4 ||
            last <= reached)
            continue;
        if (first > reached || rights[0] != 'r' || rights[1] != 'w') break;
        result.shared |= rights[3] == 's';
        result.begin = first;
        result.end = last;
        result.offset = offset;
        result.name = line + name;
        if (result.name.ends_with('\n')) result.name.pop_back();
        reached = last;
    }
    std::fclose(maps);
    result.complete = reached >= end;
    return result;
}

// The file behind a shared mapping; -1 where it cannot be opened: what has no name (any more) needs
// a privilege.
int file_of(const Mappings& mappings) {
    char path[96];
    std::snprintf(path, sizeof path, "/proc/self/map_files/%lx-%lx", mappings.begin, mappings.end);
    const int file = open(path, O_RDWR | O_CLOEXEC);
    return file >= 0 ? file : open(mappings.name.c_str(), O_RDWR | O_CLOEXEC);
}

// Whether the range is in this thread's stack: all from the innermost frame up to it is mapped.
bool holds_this_stack(std::uint64_t begin, std::uint64_t end) {
    constexpr std::uint64_t deepest = 8ull << 20;
    const auto here = reinterpret_cast<std::uint64_t>(__builtin_frame_address(0));
    if (end <= here - page_bytes() || begin >= here + deepest) return false;
    return is_mapped(here, std::max(begin, here) - here + 1);
}

} // namespace

bool is_mapped(std::uint64_t address, std::uint64_t bytes) {
    if (bytes == 0) return true;
    const std::uint64_t page = page_bytes();
    if (address == 0 || bytes > UINT64_MAX - address || address + bytes > UINT64_MAX - page)
        return false;
    const std::uint64_t from = address / page * page;
    const std::uint64_t end = (address + bytes + page - 1) / page * page;
    // It fails on unmapped pages and does nothing else: Linux writes pages back by itself. Unlike
    // mincore it looks at mappings, not at pages, of which long arrays have millions.
    return msync(pointer(from), end - from, MS_ASYNC) == 0;
}

std::uint64_t text_length(std::uint64_t address, std::uint64_t most) {
    const std::uint64_t page = page_bytes();
    for (std::uint64_t length = 0; length <= most;) {
        const std::uint64_t from = address + length, in_page = page - from % page;
        if (!is_mapped(from, 1)) break;
        const std::uint64_t found = strnlen(static_cast<const char*>(pointer(from)), in_page);
        length += found;
        if (found < in_page) return length <= most ? length : UINT64_MAX;
    }
    return UINT64_MAX;
}

std::string memory_at(std::uint64_t address) {
    constexpr const char* anything = "host memory (malloc, new, or another thread's stack)";
    constexpr std::uint64_t user_space = 1ull << 47;
    if (address >= user_space || in_window(address)) return "";
    std::FILE* maps = std::fopen("/proc/self/maps", "re");
    if (maps == nullptr) return is_mapped(address, 1) ? anything : "";
    std::string words;
    char line[512];
    while (words.empty() && std::fgets(line, sizeof line, maps) != nullptr) {
        std::uint64_t begin = 0, end = 0;
        int name = 0;
        if (std::sscanf(line, "%lx-%lx %*s %*s %*s %*s %n", &begin, &end, &name) < 2 ||
            address < begin || address >= end)
            continue;
        std::string_view mapped = line + name;
        if (mapped.ends_with('\n')) mapped.remove_suffix(1);
        if (mapped == "[stack]")
            words = "a variable on the host's stack";
        else if (mapped == "[heap]")
            words = "the host's heap (malloc, new, std::vector)";
        else if (mapped.starts_with('/') && !mapped.starts_with("/memfd:"))
            words = "a variable of the host program (" +
                    std::string(workbook::wire::file_name(mapped)) + ")";
        else
            words = anything;
    }
    std::fclose(maps);
    return words;
}

void open_window(std::uint64_t address, std::uint64_t bytes, int file) {
    static pid_t owner = 0; // a child of a fork has its parent's window, and opens its own over it
    if (owner == getpid()) {
        close(file);
        return;
    }
    void* place = keep_addresses(address, bytes, owner == 0 ? MAP_FIXED_NOREPLACE : MAP_FIXED);
    if (place != pointer(address)) {
        if (place != MAP_FAILED) munmap(place, bytes); // a kernel that takes it for a hint
        close(file);
        throw calls::ProtocolError("the device addresses cannot be reserved; raise the limit on "
                                   "address space (ulimit -v) or ask for a smaller device");
    }
    madvise(place, bytes, MADV_DONTDUMP);
    if (window.file >= 0) close(window.file);
    window = {address, bytes, file};
    owner = getpid();
}

bool in_window(std::uint64_t address) { return address - window.address < window.bytes; }

void show(std::uint64_t address, std::uint64_t bytes) {
    // The place is the window's own; a program that cannot have it faults there.
    (void)mmap(pointer(address), bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, window.file,
               static_cast<off_t>(address - window.address));
}

void hide(std::uint64_t address, std::uint64_t bytes) { keep_addresses(address, bytes, MAP_FIXED); }

calls::SharedPages share_pages(std::uint64_t begin, std::uint64_t bytes, std::uint64_t device,
                               bool shared) {
    const std::uint64_t end = begin + bytes;
    calls::SharedPages pages;
    if (!shared) {
        const Mappings mappings = mappings_of(begin, end);
        if (mappings.known && !mappings.complete)
            return {"the range is not all memory that the program may read and write"};
        if (holds_this_stack(begin, end))
            return {"the virtual GPU cannot register memory of the stack: use memory of malloc or "
                    "new"};
        shared = mappings.shared;
        if (shared) {
            pages.file = file_of(mappings);
            pages.offset = mappings.offset + (begin - mappings.begin);
            if (pages.file < 0 || mappings.begin > begin || mappings.end < end)
                return {"the virtual GPU cannot get at memory that is shared with other processes "
                        "here: use memory of malloc or new"};
        } else {
            std::memcpy(pointer(device), pointer(begin), bytes);
        }
    }
    // Second mappings of the same shared pages (mremap(2): an old size of 0).
    const std::uint64_t from = shared ? begin : device, to = shared ? device : begin;
    if (mremap(pointer(from), 0, bytes, MREMAP_MAYMOVE | MREMAP_FIXED, pointer(to)) == MAP_FAILED)
        pages.obstacle = std::string("the system refuses: ") + std::strerror(errno);
    return pages;
}

void unshare_pages(std::uint64_t begin, std::uint64_t bytes) {
    // A private copy takes the place of the shared pages in one step.
    void* copy = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (copy == MAP_FAILED) return; // they stay shared: nothing is lost but the check
    std::memcpy(copy, pointer(begin), bytes);
    mremap(copy, bytes, bytes, MREMAP_MAYMOVE | MREMAP_FIXED, pointer(begin));
}

} // namespace vgpu::client
