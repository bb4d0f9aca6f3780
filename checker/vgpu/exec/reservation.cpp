#include "vgpu/exec/reservation.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
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

// Address space for the view: huge pages begin in both mappings at the same places.
void* reserve_alike(void* addresses, std::uint64_t bytes) {
    constexpr std::uint64_t step = Reservation::huge_page;
    void* place =
        mmap(nullptr, bytes + step, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (place == MAP_FAILED) return place;
    const auto begin = reinterpret_cast<std::uint64_t>(place);
    const std::uint64_t before = (reinterpret_cast<std::uint64_t>(addresses) - begin) % step;
    if (before != 0) munmap(place, before);
    if (before != step) munmap(reinterpret_cast<void*>(begin + before + bytes), step - before);
    return reinterpret_cast<void*>(begin + before);
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

// The shared pages of the view a second time, without access rights.
bool map_twin(void* view, void* addresses, std::uint64_t bytes) {
    // An old size of 0 maps the same shared pages again (mremap(2)).
    void* twin = mremap(view, 0, bytes, MREMAP_MAYMOVE | MREMAP_FIXED, addresses);
    if (twin == MAP_FAILED || mprotect(twin, bytes, PROT_NONE) != 0) return false;
    // Nobody wants tens of gigabytes of it in a core file.
    madvise(view, bytes, MADV_DONTDUMP);
    madvise(twin, bytes, MADV_DONTDUMP);
    return true;
}

} // namespace

std::uint64_t page_size() {
    static const auto size = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
    return size;
}

Reservation::Reservation(std::uint64_t bytes) {
    bytes_ = (bytes + page_size() - 1) / page_size() * page_size();
    void* addresses = reserve(bytes_);
    void* view = reserve_alike(addresses, bytes_);
    if (view != MAP_FAILED)
        view = mmap(view, bytes_, PROT_READ | PROT_WRITE,
                    MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
    if (view == MAP_FAILED) {
        munmap(addresses, bytes_);
        fail("its bytes");
    }
    if (!map_twin(view, addresses, bytes_)) {
        const int error = errno;
        munmap(addresses, bytes_);
        munmap(view, bytes_);
        errno = error;
        fail("the second mapping");
    }
    base_ = reinterpret_cast<std::uint64_t>(addresses);
    distance_ = reinterpret_cast<std::intptr_t>(view) - reinterpret_cast<std::intptr_t>(addresses);
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
    std::uint64_t done = first;
    for (const auto& [begin, end] : private_) {
        if (end <= done || begin >= last) continue;
        discard_shared(done, begin);
        const std::uint64_t from = std::max(done, begin), to = std::min(end, last);
        madvise(view(from), to - from, MADV_DONTNEED);
        done = to;
    }
    discard_shared(done, last);
}

void Reservation::discard_shared(std::uint64_t first, std::uint64_t last) {
    if (first < last) madvise(view(first), last - first, MADV_REMOVE);
}

void Reservation::make_private(std::uint64_t address, std::uint64_t bytes) {
    bytes = bytes / huge_page * huge_page;
    if (address % huge_page != 0 || bytes == 0 || bytes > most_private - private_bytes_) return;
    discard_shared(address, address + bytes);
    void* pages = mmap(view(address), bytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
    if (pages == MAP_FAILED) return share(address, bytes); // beyond a limit on data, say
    madvise(pages, bytes, MADV_HUGEPAGE);                  // a wish
    madvise(pages, bytes, MADV_DONTDUMP);
    private_[address] = address + bytes;
    private_bytes_ += bytes;
}

void Reservation::share_again(std::uint64_t address) {
    const auto found = private_.find(address);
    if (found == private_.end()) return;
    const std::uint64_t bytes = found->second - address;
    private_.erase(found);
    private_bytes_ -= bytes;
    share(address, bytes);
}

// New pages for both mappings.
void Reservation::share(std::uint64_t address, std::uint64_t bytes) {
    void* pages = mmap(view(address), bytes, PROT_READ | PROT_WRITE,
                       MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
    if (pages == MAP_FAILED || !map_twin(pages, reinterpret_cast<void*>(address), bytes))
        fail("shared pages");
}

} // namespace vgpu::exec
