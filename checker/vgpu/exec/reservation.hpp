// The two mappings behind device memory: one object of shared pages, mapped twice.
//
// Device addresses are host addresses of the first mapping, which has no access rights, so host
// code that touches one gets SIGSEGV. The bytes are read and written through the second mapping, at
// a fixed distance. Pages come as they are touched; shared mappings do not count as data, so a
// limit on data (RLIMIT_DATA) is not eaten by the reservation.
//
// Shared pages are small, as systems are set up. Where much is accessed at long strides that costs
// time, so a range may have private pages in their stead, which may be huge, as long as only the
// virtual GPU looks at it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>

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

    // Makes the huge pages of the range private, if the system can do it, until they are shared
    // again: what stood there is lost, and the host has no access to them. `address` is a multiple
    // of `huge_page`. No more than `most_private` bytes are at a time: they count as data.
    static constexpr std::uint64_t huge_page = 2ull << 20, most_private = 256ull << 20;
    void make_private(std::uint64_t address, std::uint64_t bytes);
    void share_again(std::uint64_t address);

  private:
    void discard_shared(std::uint64_t first, std::uint64_t last);
    void share(std::uint64_t address, std::uint64_t bytes);
    std::uint64_t base_ = 0;
    std::uint64_t bytes_ = 0;
    std::intptr_t distance_ = 0;
    std::map<std::uint64_t, std::uint64_t> private_; // address -> its end
    std::uint64_t private_bytes_ = 0;
};

// Bytes of a page of the host.
std::uint64_t page_size();

} // namespace vgpu::exec
