// Memory that the host can change while a kernel runs: pinned, managed and registered memory. The
// watch gets the very bytes that a kernel reads and writes there, as a second look could find
// others.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace vgpu::exec {

class SharedWatch {
  public:
    virtual ~SharedWatch() = default;
    // Whether the host shares a byte of [begin, end). The two functions below ignore other bytes.
    virtual bool meets(std::uint64_t begin, std::uint64_t end) const = 0;
    // Atomics and reductions do both.
    virtual void on_read(std::uint64_t address, std::span<const std::byte> bytes) = 0;
    virtual void on_write(std::uint64_t address, std::span<const std::byte> bytes) = 0;
};

} // namespace vgpu::exec
