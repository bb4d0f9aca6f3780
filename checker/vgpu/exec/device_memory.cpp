#include "vgpu/exec/device_memory.hpp"

#include "vgpu/isa/address_space.hpp"
#include "vgpu/support/round_up.hpp"

#include <algorithm>
#include <cstring>

namespace vgpu::exec {

namespace {

constexpr std::uint64_t quarantine_limit = 256ull << 20; // bytes
constexpr std::size_t quarantine_entries = 4096;
constexpr std::uint64_t brought_in_from = 64 << 10; // bytes
// Freed ranges of this size or more give their pages back.
constexpr std::uint64_t discard_from = 1ull << 20; // bytes

// Twice the device's size, so that red zones, the queue and fragmentation cost no usable memory.
std::uint64_t range_for(std::uint64_t capacity) {
    return round_up(capacity * 2 + quarantine_limit + (64ull << 20), 2ull << 20);
}

} // namespace

void fill_with_poison(std::byte* begin, std::uint64_t bytes) {
    const std::uint64_t words = bytes / sizeof poison_word;
    for (std::uint64_t i = 0; i < words; ++i)
        std::memcpy(begin + i * sizeof poison_word, &poison_word, sizeof poison_word);
    std::memcpy(begin + words * sizeof poison_word, &poison_word, bytes % sizeof poison_word);
}

DeviceMemory::DeviceMemory(std::uint64_t capacity, std::uint32_t devices, bool sampling)
    : capacity_(capacity), sampling_(sampling),
      reservation_(range_for(capacity * devices) + isa::constant_bytes),
      constants_(reservation_.base() + reservation_.bytes() - isa::constant_bytes),
      physical_(round_up(reservation_.base() + reservation_.bytes(), mapping_granularity),
                round_up(capacity * devices, mapping_granularity)) {
    space_.give(reservation_.base(), constants_ - reservation_.base());
    constant_space_.give(constants_, isa::constant_bytes);
}

std::optional<std::uint64_t> DeviceMemory::allocate(std::uint64_t bytes, std::string origin,
                                                    std::uint32_t owner) {
    return allocate(Request{.bytes = bytes, .origin = std::move(origin), .owner = owner});
}

std::optional<std::uint64_t>
DeviceMemory::allocate_host_visible(std::uint64_t bytes, std::string origin, std::uint32_t owner) {
    return allocate(Request{.bytes = bytes,
                            .origin = std::move(origin),
                            .alignment = page_size(),
                            .host_visible = true,
                            .owner = owner});
}

std::optional<std::uint64_t> DeviceMemory::allocate_image(std::uint64_t bytes, std::string origin,
                                                          std::uint32_t owner) {
    return allocate(
        Request{.bytes = bytes, .origin = std::move(origin), .image = true, .owner = owner});
}

std::optional<std::uint64_t> DeviceMemory::allocate(Request request) {
    const std::uint64_t alignment = std::max(request.alignment, allocation_alignment);
    const std::uint64_t charged = round_up(std::max<std::uint64_t>(request.bytes, 1), alignment);
    if (request.bytes > capacity_ || charged > capacity_ - used_[request.owner])
        return std::nullopt;
    const bool sampled = sampling_ && request.bytes >= repeated_from;
    const std::uint64_t reserved =
        round_up(charged + std::clamp(charged, red_zone, sampled ? charged : widest_red_zone),
                 request.host_visible ? page_size() : allocation_alignment);

    FreeRanges& space = request.constant ? constant_space_ : space_;
    std::optional<std::uint64_t> address;
    const bool wants_huge_pages = !request.host_visible &&
                                  request.bytes >= Reservation::huge_page &&
                                  request.bytes <= poison_limit;
    if (wants_huge_pages)
        address = space.take(reserved, std::max(alignment, Reservation::huge_page));
    if (!address) address = space.take(reserved, alignment);
    while (!address && release_oldest()) address = space.take(reserved, alignment);
    if (!address) return std::nullopt;
    if (request.host_visible && !reservation_.set_shared(*address, charged, true)) {
        give_space(*address, reserved);
        return std::nullopt;
    }
    if (request.host_visible && visibility_) visibility_(*address, charged, true);
    forget_freed(*address, reserved);
    if (wants_huge_pages) reservation_.want_huge_pages(*address, request.bytes);
    // Memory that the host shares begins as zero pages, as with drivers. The host may write there
    // unseen, so reads of it are never reported as uninitialised.
    if (!request.initialised && !request.host_visible) fill_fresh(*address, request.bytes);
    used_[request.owner] += charged;
    live_[*address] = Record{.allocation = {.address = *address,
                                            .bytes = request.bytes,
                                            .origin = request.origin,
                                            .owner = request.owner,
                                            .is_image = request.image},
                             .reserved = reserved,
                             .internal = request.internal,
                             .host_visible = request.host_visible};
    // Memory that the host can write by itself counts as written, because such writes are not seen.
    if (listener_.allocated)
        listener_.allocated(*address, request.bytes, request.initialised || request.host_visible);
    return address;
}

Memory::FreeResult DeviceMemory::free(std::uint64_t address) {
    if (const auto found = live_.find(address); found != live_.end()) {
        const std::uint64_t bytes = found->second.allocation.bytes;
        const std::uint64_t reserved = found->second.reserved;
        move_to_freed(found);
        put_in_quarantine(address, reserved);
        if (listener_.freed) listener_.freed(address, bytes);
        return FreeResult::freed;
    }
    const auto before = freed_.find(address);
    if (before == freed_.end()) return FreeResult::not_an_allocation;
    if (!before->second.allocation.suspended) return FreeResult::double_free;
    before->second.allocation.suspended = false;
    put_in_quarantine(address, before->second.reserved);
    return FreeResult::freed;
}

void DeviceMemory::suspend(std::uint64_t address) {
    const auto found = live_.find(address);
    if (found == live_.end()) return;
    found->second.allocation.suspended = true;
    const std::uint64_t bytes = found->second.allocation.bytes;
    move_to_freed(found);
    if (listener_.freed) listener_.freed(address, bytes);
}

bool DeviceMemory::resume(std::uint64_t address) {
    const auto found = freed_.find(address);
    if (found == freed_.end() || !found->second.allocation.suspended) return false;
    Record& record = found->second;
    std::uint64_t& used = used_[record.allocation.owner];
    if (charge(record) > capacity_ - used) return false;
    used += charge(record);
    record.allocation.freed = record.allocation.suspended = false;
    const std::uint64_t bytes = record.allocation.bytes;
    fill_fresh(address, bytes);
    live_.insert(freed_.extract(found));
    if (listener_.allocated) listener_.allocated(address, bytes, false);
    return true;
}

// What it takes of the device's memory.
std::uint64_t DeviceMemory::charge(const Record& record) {
    return round_up(std::max<std::uint64_t>(record.allocation.bytes, 1),
                    record.host_visible ? page_size() : allocation_alignment);
}

void DeviceMemory::fill_fresh(std::uint64_t address, std::uint64_t bytes) {
    const std::uint64_t poisoned = std::min(bytes, poison_limit);
    if (poisoned >= brought_in_from) reservation_.bring_in(address, poisoned);
    fill_with_poison(host_view(address), poisoned);
}

void DeviceMemory::move_to_freed(Records::iterator live) {
    const std::uint64_t address = live->first;
    Record& record = live->second;
    last_hit_ = nullptr;
    ++generation_;
    if (record.host_visible) {
        reservation_.set_shared(address, charge(record), false);
        if (visibility_) visibility_(address, charge(record), false);
    } else if (record.allocation.bytes >= discard_from) {
        reservation_.discard(address, record.allocation.bytes);
    }
    used_[record.allocation.owner] -= charge(record);
    record.allocation.freed = true;
    freed_.erase(address);
    freed_.insert(live_.extract(live));
}

void DeviceMemory::put_in_quarantine(std::uint64_t address, std::uint64_t reserved) {
    quarantine_.push_back(address);
    quarantine_bytes_ += reserved;
    while (quarantine_bytes_ > quarantine_limit || quarantine_.size() > quarantine_entries)
        release_oldest();
}

std::optional<Allocation> DeviceMemory::find(std::uint64_t address) const {
    if (const Record* record = containing(live_, address)) return allocation_of(*record);
    for (const Records* records : {&freed_, &reserved_})
        if (const Record* record = containing(*records, address)) return record->allocation;
    return std::nullopt;
}

std::optional<Allocation> DeviceMemory::nearest(std::uint64_t address) const {
    const Record* best = nullptr;
    std::uint64_t best_distance = ~0ull;
    const auto consider = [&](const Record& record) {
        const std::uint64_t begin = record.allocation.address;
        const std::uint64_t end = begin + record.allocation.bytes;
        const std::uint64_t away =
            address < begin ? begin - address : (address < end ? 0 : address - end + 1);
        if (away < best_distance) {
            best = &record;
            best_distance = away;
        }
    };
    const auto after = live_.upper_bound(address);
    if (after != live_.begin()) consider(std::prev(after)->second);
    if (after != live_.end()) consider(after->second);
    if (best == nullptr) return std::nullopt;
    return allocation_of(*best);
}

std::vector<Allocation> DeviceMemory::live() const {
    std::vector<Allocation> result;
    for (const auto& [address, record] : live_)
        if (!record.internal && record.allocation.mapping == Mapping::none)
            result.push_back(record.allocation);
    return result;
}

Extent DeviceMemory::extent(std::uint64_t address, bool images) const {
    if (last_hit_ != nullptr && extent_of(*last_hit_).contains(address, 1) && in_reach(*last_hit_))
        return extent_of(*last_hit_);
    const Record* record = containing(live_, address);
    if (record == nullptr || !in_reach(*record)) return {};
    if (record->allocation.is_image) return images ? extent_of(*record) : Extent{};
    last_hit_ = record; // stays valid: the nodes of a map do not move
    return extent_of(*record);
}

Extent DeviceMemory::writable_extent(std::uint64_t address) const {
    const Extent found = extent(address);
    return found.end != 0 && may_write(*last_hit_) ? found : Extent{};
}

DeviceMemory::Folding DeviceMemory::folding_at(std::uint64_t address) const {
    if (!sampling_) return {};
    const Record* record = containing(live_, address);
    if (record == nullptr) return {};
    const Allocation& allocation = record->allocation;
    return {extent_of(*record), !record->host_visible && allocation.bytes >= repeated_from &&
                                    allocation.mapping != Mapping::mapped};
}

void DeviceMemory::set_users(std::uint64_t address, std::uint32_t devices, std::uint32_t readers) {
    const auto found = live_.find(address);
    if (found == live_.end()) return;
    found->second.allocation.users = devices;
    found->second.allocation.readers = readers;
    if (found->second.allocation.mapping == Mapping::mapped) join_mappings(address);
    last_hit_ = nullptr;
    ++generation_;
}

bool DeviceMemory::is_reachable(std::uint64_t address) const {
    const Record* record = containing(live_, address);
    return record != nullptr && in_reach(*record);
}

bool DeviceMemory::is_read_only(std::uint64_t address) const {
    const Record* record = containing(live_, address);
    return record != nullptr && !may_write(*record);
}

void DeviceMemory::zero(std::uint64_t address, std::uint64_t bytes) {
    if (bytes < discard_from) {
        std::memset(host_view(address), 0, bytes);
        return;
    }
    reservation_.discard(address, bytes); // whole pages read as zero afterwards
    const std::uint64_t page = page_size();
    const std::uint64_t first = round_up(address, page);
    const std::uint64_t last = (address + bytes) / page * page;
    std::memset(host_view(address), 0, first - address);
    std::memset(host_view(last), 0, address + bytes - last);
}

bool DeviceMemory::is_host_visible(std::uint64_t address) const {
    const Record* record = containing(live_, address);
    return record != nullptr && record->host_visible;
}

const DeviceMemory::Record* DeviceMemory::containing(const Records& records,
                                                     std::uint64_t address) {
    const auto after = records.upper_bound(address);
    if (after == records.begin()) return nullptr;
    const Record& record = std::prev(after)->second;
    return address - record.allocation.address < record.allocation.bytes ? &record : nullptr;
}

void DeviceMemory::give_space(std::uint64_t address, std::uint64_t bytes) {
    (address < constants_ ? space_ : constant_space_).give(address, bytes);
}

// The oldest freed range may be handed out again; its record stays until that happens.
bool DeviceMemory::release_oldest() {
    if (quarantine_.empty()) return false;
    const std::uint64_t address = quarantine_.front();
    quarantine_.pop_front();
    const std::uint64_t reserved = freed_.at(address).reserved;
    quarantine_bytes_ -= reserved;
    give_space(address, reserved);
    return true;
}

void DeviceMemory::forget_freed(std::uint64_t address, std::uint64_t bytes) {
    auto record = freed_.lower_bound(address);
    if (record != freed_.begin()) {
        const auto before = std::prev(record);
        if (before->first + before->second.reserved > address) record = before;
    }
    while (record != freed_.end() && record->first < address + bytes) record = freed_.erase(record);
}

} // namespace vgpu::exec
