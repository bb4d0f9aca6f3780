// Zero-filled memory that costs nothing until it is touched; for shadow memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

namespace vgpu::observe {

class ZeroMemory {
  public:
    ZeroMemory() = default;
    explicit ZeroMemory(std::size_t bytes); // throws std::bad_alloc
    ZeroMemory(ZeroMemory&& other) noexcept
        : data_(std::exchange(other.data_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}
    ZeroMemory& operator=(ZeroMemory&& other) noexcept {
        std::swap(data_, other.data_);
        std::swap(bytes_, other.bytes_);
        return *this;
    }
    ~ZeroMemory();

    std::uint64_t* words() const { return static_cast<std::uint64_t*>(data_); }
    std::size_t bytes() const { return bytes_; }

  private:
    void* data_ = nullptr;
    std::size_t bytes_ = 0;
};

// So many bytes behind a place, or before it: a guess, which may lead anywhere.
inline void prefetch_beside(const void* place, std::int64_t bytes) {
    const auto there = reinterpret_cast<std::uintptr_t>(place) + static_cast<std::uintptr_t>(bytes);
    __builtin_prefetch(reinterpret_cast<const void*>(there));
}

} // namespace vgpu::observe
