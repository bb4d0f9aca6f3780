// Device memory: allocations in a reserved range, with what is needed to explain a wrong address.
//
// Each allocation is followed by a red zone of its own size (at least `red_zone` bytes, at most
// `widest_red_zone`): neither an overrun nor most wild indices reach another allocation. A freed
// range waits in a queue before it is handed out again, and its record stays until then, so that a
// use after free is named. Fresh memory is filled with `poison_word`; of a very large allocation
// only the first `poison_limit` bytes are, the rest reads as zero until it is written (pages come
// lazily). Memory that the host shares (pinned, managed) is zero.
#pragma once

#include "vgpu/exec/device.hpp"
#include "vgpu/exec/physical_memory.hpp"
#include "vgpu/exec/reservation.hpp"
#include "vgpu/exec/sampling.hpp"

#include <array>
#include <deque>
#include <functional>
#include <map>

namespace vgpu::exec {

inline constexpr std::uint64_t allocation_alignment = 256;
inline constexpr std::uint64_t red_zone = 256;
inline constexpr std::uint64_t widest_red_zone = 1ull << 20;
inline constexpr std::uint64_t poison_limit = 64ull << 20;

// Not zero, a huge integer, a NaN as f32 and (twice) as f64.
inline constexpr std::uint32_t poison_word = 0x7ffadbad;
void fill_with_poison(std::byte* begin, std::uint64_t bytes);

// [begin, end) of one live allocation; empty when there is none.
struct Extent {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    bool contains(std::uint64_t address, std::uint64_t bytes) const {
        return address >= begin && address <= end && bytes <= end - address;
    }
};

class DeviceMemory final : public Memory {
  public:
    // Is notified of allocations and frees (the device passes them on to its observers).
    struct Listener {
        std::function<void(std::uint64_t address, std::uint64_t bytes, bool initialised)> allocated;
        std::function<void(std::uint64_t address, std::uint64_t bytes)> freed;
        // Observer::on_map
        std::function<void(std::uint64_t address, std::uint64_t bytes, std::uint64_t home)> mapped;
    };

    // `capacity`: of each of so many devices. `sampling`: see sampling.hpp.
    explicit DeviceMemory(std::uint64_t capacity, std::uint32_t devices = 1, bool sampling = false);

    std::optional<std::uint64_t> allocate(std::uint64_t bytes, std::string origin,
                                          std::uint32_t owner = 0) override;
    std::optional<std::uint64_t> allocate_host_visible(std::uint64_t bytes, std::string origin,
                                                       std::uint32_t owner = 0) override;
    std::optional<std::uint64_t> allocate_image(std::uint64_t bytes, std::string origin,
                                                std::uint32_t owner = 0) override;
    FreeResult free(std::uint64_t address) override;
    void suspend(std::uint64_t address) override;
    bool resume(std::uint64_t address) override;
    // mapped_memory.cpp
    std::optional<std::uint64_t> reserve(std::uint64_t bytes, std::uint64_t alignment,
                                         std::uint64_t wanted, std::string origin) override;
    void give_back(std::uint64_t address) override;
    std::optional<std::uint64_t> make_physical(std::uint64_t bytes, std::uint32_t owner) override;
    void free_physical(std::uint64_t home) override;
    bool map(std::uint64_t address, std::uint64_t bytes, std::uint64_t home,
             std::string origin) override;
    void unmap(std::uint64_t address) override;
    void forbid(std::uint64_t address) override;
    std::optional<Allocation> find(std::uint64_t address) const override;
    std::optional<Allocation> nearest(std::uint64_t address) const override;
    std::vector<Allocation> live() const override;
    bool is_device_address(std::uint64_t address) const override {
        return reservation_.covers(address);
    }
    bool contains(std::uint64_t address, std::uint64_t bytes) const override {
        return extent(address, true).contains(address, bytes);
    }
    std::byte* host_view(std::uint64_t address) override {
        return reservation_.view(folded(address));
    }
    void want_huge_pages(std::uint64_t address, std::uint64_t bytes) override {
        reservation_.want_huge_pages(folded(address), bytes);
    }
    SharedRange shared_range() const override {
        return {reservation_.base(), reservation_.bytes(), reservation_.shared_file()};
    }
    bool share_file(std::uint64_t address, std::uint64_t bytes, int file,
                    std::uint64_t offset) override {
        return reservation_.share_file(address, bytes, file, offset);
    }
    void set_visibility(Visibility visibility) override { visibility_ = std::move(visibility); }
    std::uint64_t used_bytes(std::uint32_t owner = 0) const override { return used_[owner]; }
    std::uint64_t total_bytes() const override { return capacity_; }

    struct Request {
        std::uint64_t bytes = 0;
        std::string origin;
        std::uint64_t alignment = allocation_alignment;
        bool initialised = false; // its owner writes it at once: no poison
        bool internal = false;    // the virtual GPU's own: not listed by live()
        bool host_visible = false;
        bool constant = false; // lies among the constant variables
        bool image = false;
        std::uint32_t owner = 0; // the device whose memory it is
    };
    std::optional<std::uint64_t> allocate(Request request);

    // Where the part for constant variables begins; it is isa::constant_bytes long.
    std::uint64_t constants() const { return constants_; }

    // The live allocation around an address, if it is in reach; an array's storage only if asked
    // for.
    Extent extent(std::uint64_t address, bool images = false) const;
    // The same for writes: empty where the user may only read.
    Extent writable_extent(std::uint64_t address) const;
    void set_users(std::uint64_t address, std::uint32_t devices, std::uint32_t readers) override;
    // Sets what uses memory from now on: a kernel of that device, which can reach the memory of
    // `devices` (one bit each: itself and its peers) and memory that names it as a user; or the
    // host, which can reach all. Pinned and managed memory can always be reached.
    void set_user(std::optional<std::uint32_t> device, std::uint32_t reachable = ~0u) {
        user_ = device;
        reachable_ = reachable;
    }
    std::optional<std::uint32_t> user() const { return user_; }
    bool is_reachable(std::uint64_t address) const;
    bool is_read_only(std::uint64_t address) const;
    // Without touching the pages of a large range.
    void zero(std::uint64_t address, std::uint64_t bytes);
    bool is_host_visible(std::uint64_t address) const;
    std::intptr_t distance() const { return reservation_.distance(); }
    // The address whose bytes are used in place of those at `address`: another one in large
    // allocations if `sampling`.
    std::uint64_t folded(std::uint64_t address) const { return folding_at(address).of(address); }
    // How folded() moves all addresses of one allocation.
    struct Folding {
        Extent allocation;    // empty if there is none
        bool repeats = false; // its first period stands for all of it
        std::uint64_t of(std::uint64_t address) const {
            return repeats ? allocation.begin + (address - allocation.begin) % period : address;
        }
    };
    Folding folding_at(std::uint64_t address) const;
    // Some bytes have two addresses.
    bool has_aliases() const { return aliases_ != 0; }
    // Calls body(address, bytes, home) for each mapping.
    template <class Body>
    void for_each_mapping(Body&& body) const {
        for (const auto& [address, record] : live_)
            if (record.allocation.mapping == Mapping::mapped)
                body(address, record.allocation.bytes, record.home);
    }
    // Calls body(home, bytes) for all memory that is made to be mapped.
    template <class Body>
    void for_each_home(Body&& body) const {
        for (const auto& [home, part] : physical_parts_) body(home, part.bytes);
    }
    // Grows with every free: extents that were remembered are invalid when it has changed.
    std::uint64_t generation() const { return generation_; }
    void set_listener(Listener listener) { listener_ = std::move(listener); }

  private:
    struct Record {
        Allocation allocation;
        std::uint64_t reserved = 0; // bytes taken from the range, red zone included
        bool internal = false;
        bool host_visible = false;
        // A mapping has the home of its first byte, and the mappings side by side that can be
        // accessed alike, which are as one allocation.
        std::uint64_t home = 0;
        Extent whole{};
    };
    using Records = std::map<std::uint64_t, Record>;
    struct PhysicalPart {
        std::uint64_t bytes = 0;
        std::uint32_t owner = 0;
        std::uint32_t mappings = 0;
    };

    static Extent extent_of(const Record& record) {
        if (record.allocation.mapping == Mapping::mapped) return record.whole;
        return {record.allocation.address, record.allocation.address + record.allocation.bytes};
    }
    static Allocation allocation_of(const Record& record);
    void join_mappings(std::uint64_t address);
    PhysicalPart& part_of(std::uint64_t home);
    static std::uint64_t charge(const Record& record);
    void fill_fresh(std::uint64_t address, std::uint64_t bytes);
    void move_to_freed(Records::iterator live);
    void put_in_quarantine(std::uint64_t address, std::uint64_t reserved);
    void give_space(std::uint64_t address, std::uint64_t bytes);
    bool release_oldest();
    void forget_freed(std::uint64_t address, std::uint64_t bytes);
    bool in_reach(const Record& record) const {
        const Allocation& allocation = record.allocation;
        const std::uint32_t user = user_ ? 1u << *user_ : ~0u;
        const bool has_list = allocation.users != 0 || allocation.mapping == Mapping::mapped;
        return (has_list ? (allocation.users & user) != 0
                         : ((reachable_ >> allocation.owner) & 1) != 0) ||
               record.host_visible || record.internal;
    }
    bool may_write(const Record& record) const {
        return !user_ || (record.allocation.readers >> *user_ & 1) == 0;
    }
    static const Record* containing(const Records& records, std::uint64_t address);

    std::uint64_t capacity_;
    bool sampling_;
    Reservation reservation_;
    Records live_;
    Records freed_;                     // by address; some still in the queue, some suspended
    Records reserved_;                  // addresses without memory of their own
    FreeRanges space_, constant_space_; // what is free
    std::map<std::uint64_t, PhysicalPart> physical_parts_; // by home
    std::uint32_t aliases_ = 0;                            // mappings of what is mapped already
    std::uint64_t constants_;                              // behind space_'s part of the range
    PhysicalMemory physical_;
    std::deque<std::uint64_t> quarantine_; // addresses of freed_, oldest first
    std::uint64_t quarantine_bytes_ = 0;
    std::array<std::uint64_t, most_devices> used_ = {}; // by owner
    std::optional<std::uint32_t> user_;
    std::uint32_t reachable_ = ~0u;
    std::uint64_t generation_ = 0;
    Listener listener_;
    Visibility visibility_;
    mutable const Record* last_hit_ = nullptr;
};

} // namespace vgpu::exec
