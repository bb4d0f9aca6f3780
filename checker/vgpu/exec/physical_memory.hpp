// The bytes behind memory that is made without an address and mapped later, to one address or to
// several (the driver's virtual memory management).
//
// They lie in a file in memory of their own, which the program does not have. Each has a home: a
// number behind all device addresses, by which observers know its bytes, whatever they are mapped
// to.
#pragma once

#include "vgpu/exec/free_ranges.hpp"

#include <cstdint>
#include <optional>

namespace vgpu::exec {

// Homes, addresses that are reserved and mappings are multiples of this. The observers' shadow
// memory goes by stretches of this size (observe/page_map.hpp).
inline constexpr std::uint64_t mapping_granularity = 2ull << 20;

class PhysicalMemory {
  public:
    // Room for so many bytes; `first_home`: behind all device addresses.
    PhysicalMemory(std::uint64_t first_home, std::uint64_t bytes)
        : first_home_(first_home), bytes_(bytes) {}
    ~PhysicalMemory();
    PhysicalMemory(const PhysicalMemory&) = delete;
    PhysicalMemory& operator=(const PhysicalMemory&) = delete;

    // Its home; filled with poison as fresh memory is. Nothing: there is no room.
    std::optional<std::uint64_t> allocate(std::uint64_t bytes);
    void free(std::uint64_t home, std::uint64_t bytes);

    int file() const { return file_; }
    std::uint64_t offset(std::uint64_t home) const { return home - first_home_; }

  private:
    bool open();

    std::uint64_t first_home_, bytes_;
    int file_ = -1; // made at the first allocation
    FreeRanges space_;
};

} // namespace vgpu::exec
