#include "vgpu/observe/traffic.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

namespace vgpu::observe {

namespace {

// Distinct values of at most 32; they come sorted or nearly so in most programs.
std::uint32_t distinct(std::array<std::uint64_t, 32>& values, std::uint32_t count) {
    const auto end = values.begin() + count;
    if (!std::is_sorted(values.begin(), end)) {
        const auto [low, high] = std::minmax_element(values.begin(), end);
        if (const std::uint64_t base = *low; *high - base < 64) {
            std::uint64_t seen = 0;
            for (auto value = values.begin(); value != end; ++value)
                seen |= 1ull << (*value - base);
            return static_cast<std::uint32_t>(std::popcount(seen));
        }
        std::sort(values.begin(), end);
    }
    return static_cast<std::uint32_t>(std::unique(values.begin(), end) - values.begin());
}

// How often the most frequent of at most 32 values occurs.
std::uint32_t most_of_one_value(std::array<std::uint64_t, 32>& values, std::uint32_t count) {
    const auto end = values.begin() + count;
    std::uint32_t most = 1;
    const auto [low, high] = std::minmax_element(values.begin(), end);
    std::array<std::uint8_t, 256> times{}; // banks, and the bins of a small histogram
    if (const std::uint64_t base = *low; *high - base < times.size()) {
        for (auto value = values.begin(); value != end; ++value)
            most = std::max<std::uint32_t>(most, ++times[*value - base]);
        return most;
    }
    std::sort(values.begin(), end);
    std::uint32_t run = 1;
    for (std::uint32_t i = 1; i < count; ++i) {
        run = values[i] == values[i - 1] ? run + 1 : 1;
        most = std::max(most, run);
    }
    return most;
}

// Whether all lanes take part and lane l is at addresses[0] + l * stride; the stride may be
// negative.
bool constant_stride(const exec::AccessEvent& event, std::int64_t& stride) {
    if (event.mask != full_mask) return false;
    const std::uint64_t step = event.addresses[1] - event.addresses[0];
    std::uint64_t off = 0;
    for (std::uint64_t lane = 0; lane < 32; ++lane)
        off |= event.addresses[lane] ^ (event.addresses[0] + lane * step);
    stride = static_cast<std::int64_t>(step);
    return off == 0;
}

// One phase: the most distinct words that any bank has to deliver, less the one it may.
std::uint32_t conflicts_of_phase(const exec::AccessEvent& event, std::uint32_t mask) {
    // A bank's distinct words, as a chain through `next`.
    constexpr std::int32_t none = -1;
    std::array<std::int32_t, 32> first;
    first.fill(none);
    std::array<std::int32_t, 32> next;
    std::array<std::uint64_t, 32> word;
    std::array<std::uint32_t, 32> passes{};
    std::int32_t used = 0;
    std::uint32_t most = 1;
    const int words = std::max(1, event.bytes / 4);
    for (; mask != 0; mask &= mask - 1) {
        const std::uint64_t start = event.addresses[std::countr_zero(mask)] / 4;
        for (int offset = 0; offset < words; ++offset) {
            const std::uint64_t wanted = start + static_cast<std::uint64_t>(offset);
            const std::size_t bank = wanted % 32;
            std::int32_t at = first[bank];
            while (at != none && word[static_cast<std::size_t>(at)] != wanted)
                at = next[static_cast<std::size_t>(at)];
            if (at != none) continue; // a broadcast
            word[static_cast<std::size_t>(used)] = wanted;
            next[static_cast<std::size_t>(used)] = first[bank];
            first[bank] = used++;
            most = std::max(most, ++passes[bank]);
        }
    }
    return most - 1;
}

// The count of a shape's last execution, where the first address has the same remainder by 32: all
// addresses moved by a multiple of a sector, and of a bank's words, then.
template <auto count>
std::uint32_t counted_once(const Access& access, std::uint32_t& known) {
    const std::uint64_t first = access.event.addresses[access.first_lane()];
    const auto now = static_cast<std::uint8_t>(first % 32);
    if (access.shape.counted_phase != now) {
        known = count(access);
        access.shape.counted_phase = now;
    }
    return known;
}

} // namespace

std::uint32_t sectors(const Access& access) {
    const exec::AccessEvent& event = access.event;
    const auto bytes = static_cast<std::uint64_t>(event.bytes);
    if (access.contiguous) {
        const std::uint64_t first = event.addresses[0];
        const std::uint64_t length = 32 * bytes;
        // Phases of a contiguous access meet at multiples of 128 bytes from its start: a sector is
        // shared by two phases only if the start is not aligned to a sector.
        const std::uint64_t phases = length > 128 ? length / 128 : 1;
        const auto whole = static_cast<std::uint32_t>((first + length - 1) / 32 - first / 32 + 1);
        return first % 32 == 0 ? whole : whole + static_cast<std::uint32_t>(phases - 1);
    }
    const int lanes = lanes_per_phase(event.bytes);
    std::uint32_t total = 0;
    for (int start = 0; start < 32; start += lanes) {
        std::uint32_t mask =
            lanes == 32 ? event.mask : (event.mask >> start & ((1u << lanes) - 1)) << start;
        std::array<std::uint64_t, 32> touched;
        std::uint32_t count = 0;
        if (access.uniform) mask &= ~mask + 1;
        for (; mask != 0; mask &= mask - 1)
            touched[count++] = event.addresses[std::countr_zero(mask)] / 32;
        if (count != 0) total += count == 1 ? 1 : distinct(touched, count);
    }
    return total;
}

std::uint32_t bank_conflicts(const Access& access) {
    const exec::AccessEvent& event = access.event;
    if (access.contiguous || access.uniform) return 0;
    if (std::int64_t stride = 0; event.bytes == 4 && constant_stride(event, stride)) {
        // Lanes l and m meet in a bank when (l - m) * stride / 4 is a multiple of 32, and their
        // words differ: gcd(stride / 4, 32) words fall into each bank that is used.
        if (stride % 4 == 0)
            return static_cast<std::uint32_t>(std::gcd(stride / 4, std::int64_t{32})) - 1;
    }
    // Within a window of 32 words no bank holds two.
    constexpr std::uint64_t none = ~std::uint64_t{0};
    std::uint64_t low = none, high = 0;
    for (std::uint32_t lane = 0; lane < 32; ++lane) {
        const bool takes_part = (event.mask >> lane & 1) != 0;
        const std::uint64_t word = event.addresses[lane] / 4;
        low = std::min(low, takes_part ? word : none);
        high = std::max(high, takes_part ? word : std::uint64_t{0});
    }
    if (high - low + static_cast<std::uint64_t>(std::max(1, event.bytes / 4)) <= 32) return 0;
    const int lanes = lanes_per_phase(event.bytes);
    std::uint32_t total = 0;
    for (int start = 0; start < 32; start += lanes) {
        const std::uint32_t mask =
            lanes == 32 ? event.mask : (event.mask >> start & ((1u << lanes) - 1)) << start;
        if (mask != 0) total += conflicts_of_phase(event, mask);
    }
    return total;
}

std::uint32_t atomic_conflicts(const Access& access) {
    const exec::AccessEvent& event = access.event;
    const auto lanes = static_cast<std::uint32_t>(std::popcount(event.mask));
    if (access.uniform) return lanes - 1;
    if (access.contiguous && event.bytes <= 4) return 0;
    const bool shared = event.space == ptx::Space::shared;
    std::array<std::uint64_t, 32> where;
    std::uint32_t count = 0;
    for (std::uint32_t mask = event.mask; mask != 0; mask &= mask - 1) {
        const std::uint64_t address = event.addresses[std::countr_zero(mask)];
        where[count++] = shared ? address / 4 % 32 : address;
    }
    return most_of_one_value(where, count) - 1;
}

std::uint32_t local_sectors(const Access& access) {
    const exec::AccessEvent& event = access.event;
    const auto words = static_cast<std::uint32_t>(std::max(1, event.bytes / 4));
    std::uint32_t total = 0;
    for (int group = 0; group < 4; ++group) { // of 8 lanes
        std::uint32_t mask = event.mask >> 8 * group & 0xff;
        if (access.uniform && mask != 0) mask &= ~mask + 1;
        std::array<std::uint64_t, 32> touched;
        std::uint32_t count = 0;
        for (; mask != 0; mask &= mask - 1)
            touched[count++] = event.addresses[8 * group + std::countr_zero(mask)] / 4;
        // Accesses are aligned to their size: those of one size overlap whole or not at all.
        if (count != 0) total += words * (count == 1 ? 1 : distinct(touched, count));
    }
    return total;
}

void Traffic::access(const Access& access) {
    const exec::AccessEvent& event = access.event;
    const auto sectors_of = [&] { return counted_once<sectors>(access, access.shape.sectors); };
    const auto conflicts_of = [&] {
        return counted_once<bank_conflicts>(access, access.shape.conflicts);
    };
    const auto lanes = static_cast<std::uint64_t>(std::popcount(event.mask));
    Counters& counters = at(access.place);
    switch (event.space) {
    case ptx::Space::global:
        if (access.loads()) {
            ++counters.global_load_requests;
            counters.global_load_sectors += sectors_of();
            counters.global_load_bytes += lanes * static_cast<std::uint64_t>(event.bytes);
        } else if (access.stores()) {
            ++counters.global_store_requests;
            counters.global_store_sectors += sectors_of();
            counters.global_store_bytes += lanes * static_cast<std::uint64_t>(event.bytes);
        } else if (access.updates()) {
            ++counters.global_atomic_requests;
            counters.global_atomic_lanes += lanes;
            counters.global_atomic_sectors += sectors_of();
            counters.global_atomic_conflicts += atomic_conflicts(access);
        }
        break;
    case ptx::Space::shared:
        if (access.loads()) {
            ++counters.shared_load_requests;
            counters.shared_load_conflicts += conflicts_of();
            counters.shared_load_bytes += lanes * static_cast<std::uint64_t>(event.bytes);
        } else if (access.stores()) {
            ++counters.shared_store_requests;
            counters.shared_store_conflicts += conflicts_of();
            counters.shared_store_bytes += lanes * static_cast<std::uint64_t>(event.bytes);
        } else if (access.updates()) {
            ++counters.shared_atomic_requests;
            counters.shared_atomic_lanes += lanes;
            counters.shared_atomic_conflicts += atomic_conflicts(access);
        }
        break;
    case ptx::Space::local:
        ++counters.local_requests;
        if (access.loads()) {
            ++counters.local_load_requests;
            counters.local_load_sectors += local_sectors(access);
        } else {
            ++counters.local_store_requests;
            counters.local_store_sectors += local_sectors(access);
        }
        break;
    default:
        break;
    }
}

void Traffic::count_repeats(Shape& shape) {
    const std::uint64_t times = std::exchange(shape.repeats, 0);
    if (times == 0) return;
    Counters& counters = at(shape.place);
    const std::uint64_t bytes = times * 32 * static_cast<std::uint64_t>(shape.bytes);
    if (shape.space == ptx::Space::global && shape.loads) {
        counters.global_load_requests += times;
        counters.global_load_sectors += times * shape.sectors;
        counters.global_load_bytes += bytes;
    } else if (shape.space == ptx::Space::global) {
        counters.global_store_requests += times;
        counters.global_store_sectors += times * shape.sectors;
        counters.global_store_bytes += bytes;
    } else if (shape.loads) {
        counters.shared_load_requests += times;
        counters.shared_load_conflicts += times * shape.conflicts;
        counters.shared_load_bytes += bytes;
    } else {
        counters.shared_store_requests += times;
        counters.shared_store_conflicts += times * shape.conflicts;
        counters.shared_store_bytes += bytes;
    }
}

void Traffic::instruction(std::uint32_t place, std::uint64_t warps, std::uint64_t threads) {
    Counters& counters = at(place);
    counters.warp_instructions += warps;
    counters.thread_instructions += threads;
    counters.active_lane_sum += threads;
}

} // namespace vgpu::observe
