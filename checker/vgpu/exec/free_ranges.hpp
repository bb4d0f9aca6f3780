// Which addresses of a range are free, as stretches by address.
#pragma once

#include <cstdint>
#include <map>
#include <optional>

namespace vgpu::exec {

class FreeRanges {
  public:
    // First fit by address.
    std::optional<std::uint64_t> take(std::uint64_t bytes, std::uint64_t alignment);
    // These bytes and no others. False: some of them are taken.
    bool take_at(std::uint64_t address, std::uint64_t bytes);
    void give(std::uint64_t address, std::uint64_t bytes);

  private:
    using Ranges = std::map<std::uint64_t, std::uint64_t>; // address -> bytes
    void take_from(Ranges::iterator range, std::uint64_t address, std::uint64_t bytes);
    Ranges ranges_;
};

} // namespace vgpu::exec
