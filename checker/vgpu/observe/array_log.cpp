#include "vgpu/observe/array_log.hpp"

#include "vgpu/observe/access_samples.hpp"
#include "vgpu/observe/offset_runs.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace vgpu::observe {
namespace {

constexpr std::uint64_t numbers_of_access = 5, numbers_of_run = 4;

std::uint64_t numbers_of(const LoggedAccess& access) {
    return numbers_of_access + numbers_of_run * runs_of(access.mask, access.offsets).size();
}

bool is_in_part(const LoggedArray& array, std::uint64_t offset) {
    return offset >= array.from && offset < array.to;
}

void leave_part_alone(const LoggedArray& array, LoggedAccess& access) {
    for (std::uint32_t mask = access.mask; mask != 0; mask &= mask - 1)
        if (const int lane = std::countr_zero(mask); !is_in_part(array, access.offsets[lane]))
            access.mask &= ~(1u << lane);
}

// The begin of a part of `bytes` bytes: around the focus, or at the old part's begin.
std::uint64_t begin_of_part(const LoggedArray& array, std::uint64_t focus, std::uint64_t bytes) {
    constexpr std::uint64_t aligned = 128;
    if (focus < array.address || focus - array.address >= array.bytes) return array.from;
    const std::uint64_t middle = focus - array.address;
    const std::uint64_t begin = middle - std::min(middle, bytes / 2);
    const std::uint64_t last = array.to > bytes ? array.to - bytes : 0;
    return std::max(array.from, std::min(begin, last) / aligned * aligned);
}

void narrow(LoggedArray& array, std::uint64_t focus, std::uint64_t bytes) {
    array.from = begin_of_part(array, focus, bytes);
    array.to = std::min(array.to, array.from + bytes);
    array.numbers = 0;
    for (LoggedAccess& access : array.accesses) {
        leave_part_alone(array, access);
        if (access.mask != 0) array.numbers += numbers_of(access);
    }
    std::erase_if(array.accesses, [](const LoggedAccess& access) { return access.mask == 0; });
}

} // namespace

void ArrayLog::launch_begin(const exec::LaunchInfo& launch) {
    record_ = {};
    record_.wanted = std::exchange(wanted_, false);
    record_.block = wish_.block;
    shared_bytes_ = launch.shared_bytes;
}

void ArrayLog::log(const Access& access) {
    if (!is_sampled(access)) return;
    ++record_.accesses;
    const exec::AccessEvent& event = access.event;
    if (event.space == ptx::Space::shared && event.memory_block() != record_.block) return;
    for (std::uint32_t left = event.mask; left != 0;) {
        LoggedArray* array = array_at(access, std::countr_zero(left));
        if (array == nullptr) {
            left &= left - 1;
            continue;
        }
        std::uint32_t mine = 0;
        for (std::uint32_t mask = left; mask != 0; mask &= mask - 1) {
            const int lane = std::countr_zero(mask);
            if (event.addresses[lane] - array->address < array->bytes) mine |= 1u << lane;
        }
        if (mine == 0) return; // memory that is not what it is said to be
        add(*array, access, mine);
        left &= ~mine;
    }
}

// nullptr: the address is in no array, or in one too many.
LoggedArray* ArrayLog::array_at(const Access& access, int lane) {
    const exec::AccessEvent& event = access.event;
    const std::uint64_t address = event.addresses[lane];
    for (LoggedArray& array : record_.arrays)
        if (array.space == event.space && address - array.address < array.bytes) return &array;
    if (record_.arrays.size() == most_arrays) {
        record_.has_others = true;
        return nullptr;
    }
    if (event.place.resolver == nullptr) return nullptr;
    exec::Whereabouts there = event.place.resolver->describe(event.space, address);
    if (there.bytes == 0 && event.space == ptx::Space::shared) // dynamic
        there.bytes = shared_bytes_ - std::min(shared_bytes_, address - there.offset);
    if (there.bytes <= there.offset) return nullptr;
    LoggedArray& array = record_.arrays.emplace_back();
    array.space = event.space;
    array.name = std::move(there.name);
    array.address = address - there.offset;
    array.bytes = array.to = there.bytes;
    return &array;
}

void ArrayLog::add(LoggedArray& array, const Access& access, std::uint32_t mask) {
    const exec::AccessEvent& event = access.event;
    ++array.count;
    array.element_bytes = std::min(array.element_bytes, std::max(1, event.operation->width));
    const std::uint64_t most_bytes =
        most_elements * static_cast<std::uint64_t>(array.element_bytes);
    if (array.to - array.from > most_bytes) narrow(array, wish_.focus, most_bytes);

    LoggedAccess logged{record_.accesses, event.warp, event.operation->action, event.bytes, mask};
    for (std::uint32_t lanes = mask; lanes != 0; lanes &= lanes - 1) {
        const int lane = std::countr_zero(lanes);
        logged.offsets[lane] = event.addresses[lane] - array.address;
    }
    leave_part_alone(array, logged);
    if (logged.mask == 0) return;
    const bool is_full = array.dropped > 0;
    if (is_full) {
        ++array.dropped;
        return;
    }
    array.numbers += numbers_of(logged);
    array.accesses.push_back(logged);
    make_room(array);
}

void ArrayLog::make_room(LoggedArray& array) const {
    while (array.numbers > most_numbers) {
        const std::uint64_t bytes = array.to - array.from;
        if (bytes <= fewest_bytes) {
            array.numbers -= numbers_of(array.accesses.back());
            array.accesses.pop_back();
            ++array.dropped;
            return;
        }
        narrow(array, wish_.focus, std::max(fewest_bytes, std::bit_ceil(bytes) / 2));
    }
}

} // namespace vgpu::observe
