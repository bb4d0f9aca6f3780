// cudaHostRegister: memory of the program that kernels may use too.
//
// The pages of the range (whole pages, as on a GPU) and a piece of shared device memory become one
// and the same: the program goes on at its address, kernels use the device address that
// cudaHostGetDevicePointer gives. It is another address than the host's, which a real GPU often
// makes do with.
#pragma once

#include "vgpu/exec/device.hpp"
#include "vgpu/support/expected.hpp"

#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <string>

namespace vgpu::runtime {

class RegisteredMemory {
  public:
    struct Range {
        std::uint64_t begin = 0, bytes = 0; // as the program gave it
        std::uint64_t page_begin = 0, page_bytes = 0;
        std::uint64_t device_begin = 0; // of the pages
        unsigned flags = 0;
        bool own_pages = false; // the program's own until then, and afterwards

        std::uint64_t device_address(std::uint64_t host) const {
            return device_begin + (host - page_begin);
        }
        // `host` is in the range.
        bool contains(std::uint64_t host, std::uint64_t count) const {
            return count <= bytes - (host - begin);
        }
    };

    // The device address; a sentence if it cannot be done.
    Expected<std::uint64_t> add(exec::Memory& memory, std::uint64_t begin, std::uint64_t bytes,
                                unsigned flags, const std::string& origin);
    // The bytes stay where they are for the program. `begin` is the start of a range.
    void remove(exec::Memory& memory, std::uint64_t begin);
    template <class Predicate>
    void remove_if(exec::Memory& memory, Predicate&& predicate) {
        for (auto at = ranges_.begin(); at != ranges_.end();) {
            const auto next = std::next(at);
            if (predicate(at->second)) remove(memory, at->first);
            at = next;
        }
    }

    // Memory that the program shares with the process that started it: its pages are used as they
    // are.
    struct Arena {
        std::uint64_t begin = 0, bytes = 0;
        int file = -1;
    };
    void set_arena(Arena arena) { arena_ = arena; }

    const Range* find(std::uint64_t host_address) const; // around it
    std::optional<std::uint64_t> host_address(std::uint64_t device_address) const;
    bool overlaps(std::uint64_t begin, std::uint64_t bytes) const;

  private:
    bool is_of_arena(const Range& range) const;

    std::map<std::uint64_t, Range> ranges_;
    Arena arena_;
};

} // namespace vgpu::runtime
