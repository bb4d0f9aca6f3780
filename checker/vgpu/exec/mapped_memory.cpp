// Device memory that is made without an address, and addresses that are reserved without memory.
#include "vgpu/exec/device_memory.hpp"

#include "vgpu/support/round_up.hpp"

#include <algorithm>
#include <iterator>

namespace vgpu::exec {

std::optional<std::uint64_t> DeviceMemory::reserve(std::uint64_t bytes, std::uint64_t alignment,
                                                   std::uint64_t wanted, std::string origin) {
    if (bytes > reservation_.bytes()) return std::nullopt;
    // A gap behind it: an overrun reaches nothing else.
    const std::uint64_t taken = bytes + mapping_granularity;
    std::optional<std::uint64_t> address;
    if (wanted != 0 && wanted >= reservation_.base() && wanted < constants_ &&
        space_.take_at(wanted, taken))
        address = wanted;
    alignment = std::max(alignment, mapping_granularity);
    if (!address) address = space_.take(taken, alignment);
    while (!address && release_oldest()) address = space_.take(taken, alignment);
    if (!address) return std::nullopt;
    forget_freed(*address, taken);
    reserved_[*address] = Record{.allocation = {.address = *address,
                                                .bytes = bytes,
                                                .origin = std::move(origin),
                                                .freed = true,
                                                .mapping = Mapping::reserved},
                                 .reserved = taken};
    return address;
}

// Free at once, and not after a while as other memory is: a program may ask for these addresses
// again.
void DeviceMemory::give_back(std::uint64_t address) {
    const auto found = reserved_.find(address);
    if (found == reserved_.end()) return;
    const std::uint64_t taken = found->second.reserved;
    forget_freed(address, taken);
    found->second.allocation.mapping = Mapping::none;
    freed_.insert(reserved_.extract(found));
    space_.give(address, taken);
}

std::optional<std::uint64_t> DeviceMemory::make_physical(std::uint64_t bytes, std::uint32_t owner) {
    if (bytes > capacity_ - used_[owner]) return std::nullopt;
    const auto home = physical_.allocate(bytes);
    if (!home) return std::nullopt;
    used_[owner] += bytes;
    physical_parts_[*home] = {bytes, owner};
    if (listener_.allocated) listener_.allocated(*home, bytes, false);
    return home;
}

void DeviceMemory::free_physical(std::uint64_t home) {
    const PhysicalPart part = part_of(home);
    physical_parts_.erase(home);
    used_[part.owner] -= part.bytes;
    physical_.free(home, part.bytes);
    if (listener_.freed) listener_.freed(home, part.bytes);
}

bool DeviceMemory::map(std::uint64_t address, std::uint64_t bytes, std::uint64_t home,
                       std::string origin) {
    if (!reservation_.share_file(address, bytes, physical_.file(), physical_.offset(home)))
        return false;
    forget_freed(address, bytes);
    PhysicalPart& part = part_of(home);
    if (part.mappings++ != 0) ++aliases_;
    live_[address] = Record{.allocation = {.address = address,
                                           .bytes = bytes,
                                           .origin = std::move(origin),
                                           .owner = part.owner,
                                           .mapping = Mapping::mapped},
                            .reserved = bytes,
                            .home = home,
                            .whole = {address, address + bytes}};
    if (listener_.mapped) listener_.mapped(address, bytes, home);
    return true;
}

void DeviceMemory::unmap(std::uint64_t address) {
    const auto found = live_.find(address);
    if (found == live_.end()) return;
    forbid(address);
    Record& record = found->second;
    const std::uint64_t bytes = record.allocation.bytes;
    if (--part_of(record.home).mappings != 0) --aliases_;
    reservation_.set_shared(address, bytes, false);
    record.allocation.freed = true;
    record.allocation.mapping = Mapping::unmapped;
    freed_.insert(live_.extract(found));
    if (listener_.mapped) listener_.mapped(address, bytes, address);
}

void DeviceMemory::forbid(std::uint64_t address) { set_users(address, 0, 0); }

DeviceMemory::PhysicalPart& DeviceMemory::part_of(std::uint64_t home) {
    return std::prev(physical_parts_.upper_bound(home))->second;
}

Allocation DeviceMemory::allocation_of(const Record& record) {
    Allocation allocation = record.allocation;
    if (allocation.mapping == Mapping::mapped) {
        allocation.address = record.whole.begin;
        allocation.bytes = record.whole.end - record.whole.begin;
    }
    return allocation;
}

// Looks at the mapping that begins there, and at those that lie beside it without a gap. Memory
// that nothing may touch is joined with none.
void DeviceMemory::join_mappings(std::uint64_t address) {
    const auto is_mapping = [](const Record& record) {
        return record.allocation.mapping == Mapping::mapped;
    };
    const auto end_of = [](const Record& record) {
        return record.allocation.address + record.allocation.bytes;
    };
    auto first = live_.find(address);
    while (first != live_.begin() && is_mapping(std::prev(first)->second) &&
           end_of(std::prev(first)->second) == first->first)
        --first;
    while (first != live_.end() && is_mapping(first->second)) {
        auto last = first;
        const std::uint32_t users = first->second.allocation.users;
        const std::uint32_t readers = first->second.allocation.readers;
        for (auto next = std::next(last);
             users != 0 && next != live_.end() && is_mapping(next->second) &&
             next->first == end_of(last->second) && next->second.allocation.users == users &&
             next->second.allocation.readers == readers;
             ++next)
            last = next;
        const Extent whole{first->first, end_of(last->second)};
        const auto behind = std::next(last);
        for (auto each = first; each != behind; ++each) each->second.whole = whole;
        if (behind == live_.end() || behind->first != whole.end) break;
        first = behind;
    }
}

} // namespace vgpu::exec
