#include "vgpu/exec/reservation.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <string>

namespace vgpu::exec {

namespace {

// Device pointers of a real GPU look like this one. The place is free under the sanitizers too: it
// lies above their shadow and below their heap.
constexpr std::uint64_t preferred_base = 0x302000000000;

[[noreturn]] void fail(const char* step) {
    throw std::runtime_error(
        std::string("the virtual GPU cannot reserve its memory (") + step +
        "): " + std::strerror(errno) +
        "; raise the limit on address space (ulimit -v) or ask for a smaller device");
}

void* reserve(std::uint64_t bytes) {
    constexpr int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    void* wanted = reinterpret_cast<void*>(preferred_base);
    void* place = mmap(wanted, bytes, PROT_NONE, flags | MAP_FIXED_NOREPLACE, -1, 0);
    if (place == wanted) return place;
    if (place != MAP_FAILED) munmap(place, bytes); // a kernel that takes the address for a hint
    place = mmap(nullptr, bytes, PROT_NONE, flags, -1, 0);
    if (place == MAP_FAILED) fail("device addresses");
    return place;
}

} // namespace

std::uint64_t page_size() {
    static const auto size = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
    return size;
}

Reservation::Reservation(std::uint64_t bytes) {
    bytes_ = (bytes + page_size() - 1) / page_size() * page_size();
    void* addresses = reserve(bytes_);
    void* view = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (view == MAP_FAILED) {
        munmap(addresses, bytes_);
        fail("its bytes");
    }
    // An old size of 0 maps the same shared pages a second time (mremap(2)).
    void* twin = mremap(view, 0, bytes_, MREMAP_MAYMOVE | MREMAP_FIXED, addresses);
    if (twin == MAP_FAILED || mprotect(twin, bytes_, PROT_NONE) != 0) {
        const int error = errno;
        munmap(addresses, bytes_);
        munmap(view, bytes_);
        errno = error;
        fail("the second mapping");
    }
    // Nobody wants tens of gigabytes of it in a core file.
    madvise(view, bytes_, MADV_DONTDUMP);
    madvise(twin, bytes_, MADV_DONTDUMP);
    base_ = reinterpret_cast<std::uint64_t>(twin);
    distance_ = reinterpret_cast<std::intptr_t>(view) - reinterpret_cast<std::intptr_t>(twin);
}

Reservation::~Reservation() {
    munmap(reinterpret_cast<void*>(base_), bytes_);
    munmap(view(base_), bytes_);
}

bool Reservation::set_host_access(std::uint64_t address, std::uint64_t bytes, bool allowed) {
    return mprotect(reinterpret_cast<void*>(address), bytes,
                    allowed ? PROT_READ | PROT_WRITE : PROT_NONE) == 0;
}

void Reservation::discard(std::uint64_t address, std::uint64_t bytes) {
    const std::uint64_t page = page_size();
    const std::uint64_t first = (address + page - 1) / page * page;
    const std::uint64_t last = (address + bytes) / page * page;
    if (first < last) madvise(view(first), last - first, MADV_REMOVE);
}

} // namespace vgpu::exec
