// The two mappings behind device memory: one object of shared pages, mapped twice.
//
// Device addresses are host addresses of the first mapping, which has no access rights, so host
// code that touches one gets SIGSEGV. The bytes are read and written through the second mapping, at
// a fixed distance. Pages come as they are touched; shared mappings do not count as data, so a
// limit on data (RLIMIT_DATA) is not eaten by the reservation.
#pragma once

#include <cstddef>
#include <cstdint>

namespace vgpu::exec {

class Reservation {
  public:
    // Throws std::runtime_error when the address space cannot be had.
    explicit Reservation(std::uint64_t bytes);
    ~Reservation();
    Reservation(const Reservation&) = delete;
    Reservation& operator=(const Reservation&) = delete;

    std::uint64_t base() const { return base_; }
    std::uint64_t bytes() const { return bytes_; }
    bool covers(std::uint64_t address) const { return address - base_ < bytes_; }

    // Where the bytes of a device address lie: address + distance().
    std::intptr_t distance() const { return distance_; }
    std::byte* view(std::uint64_t address) const {
        return reinterpret_cast<std::byte*>(address + static_cast<std::uint64_t>(distance_));
    }

    // Lets host code use [address, address + bytes) directly, or takes that right back. Both are
    // multiples of the page size. False when the system refuses.
    bool set_host_access(std::uint64_t address, std::uint64_t bytes, bool allowed);

    // Gives the pages that lie wholly in the range back to the system; they read as zero
    // afterwards.
    void discard(std::uint64_t address, std::uint64_t bytes);

  private:
    std::uint64_t base_ = 0;
    std::uint64_t bytes_ = 0;
    std::intptr_t distance_ = 0;
};

// Bytes of a page of the host.
std::uint64_t page_size();

} // namespace vgpu::exec
