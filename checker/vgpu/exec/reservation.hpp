// The bytes behind device memory.
//
// Device addresses are a range of numbers that no host program uses otherwise; a program that
// touches one gets SIGSEGV, since its libcudart keeps the range without access rights
// (vgpu/client/memory.hpp). The bytes lie elsewhere, at a fixed distance, in private memory of the
// process that runs the kernels. Pages come as they are touched.
//
// Parts of it can be shared with the program, which then maps the same pages at their device
// addresses: pinned and managed memory. They lie in a file in memory at the same offsets, and
// nothing else lies in it.
#pragma once

#include <cstddef>
#include <cstdint>

namespace vgpu::exec {

// Device pointers of a real GPU look like this one. The place is free under the sanitizers too: it
// lies above their shadow and below their heap.
inline constexpr std::uint64_t device_base = 0x3020'0000'0000;

class Reservation {
  public:
    // Throws std::runtime_error when the address space cannot be had.
    explicit Reservation(std::uint64_t bytes);
    ~Reservation();
    Reservation(const Reservation&) = delete;
    Reservation& operator=(const Reservation&) = delete;

    std::uint64_t base() const { return device_base; }
    std::uint64_t bytes() const { return bytes_; }
    bool covers(std::uint64_t address) const { return address - device_base < bytes_; }

    // Where the bytes of a device address lie: address + distance().
    std::intptr_t distance() const { return distance_; }
    std::byte* view(std::uint64_t address) const {
        return reinterpret_cast<std::byte*>(address + static_cast<std::uint64_t>(distance_));
    }

    // Lets [address, address + bytes) be shared, or ends that: in both cases what stood there is
    // lost. Both are multiples of the page size. False when the system refuses.
    bool set_shared(std::uint64_t address, std::uint64_t bytes, bool shared);
    // The same with pages of another file.
    bool share_file(std::uint64_t address, std::uint64_t bytes, int file, std::uint64_t offset);
    // The file of what is shared; offset 0 is base(). It cannot be made smaller.
    int shared_file() const { return file_; }

    // Gives the pages that lie wholly in the range back to the system; they read as zero
    // afterwards.
    void discard(std::uint64_t address, std::uint64_t bytes);

    // Gives these bytes pages at once, which takes less than a page fault for each. A wish.
    void bring_in(std::uint64_t address, std::uint64_t bytes);
    // Asks for huge pages where whole ones fit: long strides wait less for addresses then, and
    // filling them costs fewer page faults. A wish.
    static constexpr std::uint64_t huge_page = 2ull << 20;
    void want_huge_pages(std::uint64_t address, std::uint64_t bytes);

  private:
    std::uint64_t bytes_ = 0;
    std::intptr_t distance_ = 0;
    int file_ = -1;
};

// Bytes of a page of the host.
std::uint64_t page_size();

} // namespace vgpu::exec
