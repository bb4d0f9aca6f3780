#include "vgpu/exec/reservation.hpp"

#include "vgpu/support/round_up.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <string>

namespace vgpu::exec {

namespace {

[[noreturn]] void fail(const char* step) {
    throw std::runtime_error(
        std::string("the virtual GPU cannot reserve its memory (") + step +
        "): " + std::strerror(errno) +
        "; raise the limit on address space (ulimit -v) or ask for a smaller device");
}

// A file that cannot shrink: a process that maps it would die of reading beyond its new end.
int make_file(std::uint64_t bytes) {
    const int file = memfd_create("workbook-shared", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (file < 0 || ftruncate(file, static_cast<off_t>(bytes)) != 0 ||
        fcntl(file, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0) {
        const int error = errno;
        if (file >= 0) close(file);
        errno = error;
        return -1;
    }
    return file;
}

void* pointer(std::uint64_t address) { return reinterpret_cast<void*>(address); }

} // namespace

std::uint64_t page_size() {
    static const auto size = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
    return size;
}

Reservation::Reservation(std::uint64_t bytes) {
    bytes_ = (bytes + page_size() - 1) / page_size() * page_size();
    // A huge page of device addresses is one of the bytes, too: both begin at a multiple.
    void* place = mmap(nullptr, bytes_ + huge_page, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (place == MAP_FAILED) fail("its bytes");
    const auto begin = reinterpret_cast<std::uint64_t>(place);
    const std::uint64_t before = (huge_page - begin % huge_page) % huge_page;
    if (before != 0) munmap(place, before);
    if (before != huge_page) munmap(pointer(begin + before + bytes_), huge_page - before);
    distance_ = static_cast<std::intptr_t>(begin + before - device_base);
    madvise(view(device_base), bytes_, MADV_DONTDUMP); // a core dump would have tens of gigabytes
    file_ = make_file(bytes_);
    if (file_ < 0) {
        const int error = errno;
        munmap(view(device_base), bytes_);
        errno = error;
        fail("what it shares with the program");
    }
}

Reservation::~Reservation() {
    munmap(view(device_base), bytes_);
    close(file_);
}

bool Reservation::set_shared(std::uint64_t address, std::uint64_t bytes, bool shared) {
    if (shared) return share_file(address, bytes, file_, address - device_base);
    void* pages = mmap(view(address), bytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
    if (pages == MAP_FAILED) return false;
    madvise(pages, bytes, MADV_DONTDUMP);
    return fallocate(file_, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
                     static_cast<off_t>(address - device_base), static_cast<off_t>(bytes)) == 0;
}

bool Reservation::share_file(std::uint64_t address, std::uint64_t bytes, int file,
                             std::uint64_t offset) {
    void* pages = mmap(view(address), bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file,
                       static_cast<off_t>(offset));
    if (pages == MAP_FAILED) return false;
    madvise(pages, bytes, MADV_DONTDUMP);
    return true;
}

void Reservation::discard(std::uint64_t address, std::uint64_t bytes) {
    const std::uint64_t page = page_size();
    const std::uint64_t first = round_up(address, page);
    const std::uint64_t last = (address + bytes) / page * page;
    if (first >= last) return;
    // For shared pages the first call only ends their mapping, and the second one frees them.
    madvise(view(first), last - first, MADV_DONTNEED);
    madvise(view(first), last - first, MADV_REMOVE);
}

void Reservation::bring_in(std::uint64_t address, std::uint64_t bytes) {
    const std::uint64_t page = page_size();
    const std::uint64_t first = address / page * page;
    madvise(view(first), round_up(address + bytes - first, page), MADV_POPULATE_WRITE);
}

void Reservation::want_huge_pages(std::uint64_t address, std::uint64_t bytes) {
    const std::uint64_t first = round_up(address, huge_page);
    const std::uint64_t last = (address + bytes) / huge_page * huge_page;
    if (first < last) madvise(view(first), last - first, MADV_HUGEPAGE);
}

} // namespace vgpu::exec
