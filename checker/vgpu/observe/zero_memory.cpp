#include "vgpu/observe/zero_memory.hpp"

#include <new>
#include <sys/mman.h>

namespace vgpu::observe {

ZeroMemory::ZeroMemory(std::size_t bytes) : bytes_(bytes) {
    data_ = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (data_ == MAP_FAILED) throw std::bad_alloc();
    if (bytes >= 2u << 20) madvise(data_, bytes, MADV_HUGEPAGE); // a wish: page faults dominate
}

ZeroMemory::~ZeroMemory() {
    if (data_ != nullptr) munmap(data_, bytes_);
}

} // namespace vgpu::observe
