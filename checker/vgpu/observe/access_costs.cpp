#include "vgpu/observe/access_costs.hpp"

#include "vgpu/observe/lane_keys.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>

namespace vgpu::observe {

namespace {

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

// Calls body(first lane, lanes that take part) for each phase that has a lane.
template <class Body>
void each_phase(const exec::AccessEvent& event, const Body& body) {
    const auto length = static_cast<std::uint32_t>(lanes_per_phase(event.bytes));
    const std::uint32_t phase = length == 32 ? full_mask : (1u << length) - 1;
    for (std::uint32_t first = 0; first < 32; first += length)
        if (const std::uint32_t lanes = event.mask & phase << first; lanes != 0) body(first, lanes);
}

std::array<std::uint32_t, 32> banks_of(std::array<std::uint32_t, 32> words) {
    for (std::uint32_t& word : words) word %= 32;
    return words;
}

// One phase: the most distinct words that any bank has to deliver, less the one it may. A phase has
// at most 32 words: one for each of 32 lanes, two for 16, four for 8.
std::uint32_t conflicts_of_phase(const exec::AccessEvent& event, std::uint32_t first,
                                 std::uint32_t lanes) {
    const auto each = static_cast<std::uint32_t>(std::max(1, event.bytes / 4));
    std::array<std::uint32_t, 32> words{};
    std::uint32_t wanted = lanes;
    if (each == 1) {
        for (std::uint32_t lane = 0; lane < 32; ++lane)
            words[lane] = static_cast<std::uint32_t>(event.addresses[lane] / 4);
    } else {
        wanted = 0;
        for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
            const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
            const std::uint32_t place = (lane - first) * each;
            const auto own = static_cast<std::uint32_t>(event.addresses[lane] / 4);
            for (std::uint32_t word = 0; word < each; ++word) words[place + word] = own + word;
            wanted |= ((1u << each) - 1) << place;
        }
    }
    // Lanes that want one word get it together.
    const std::uint32_t apart = LaneKeys(wanted, words.data()).first_of_each();
    return LaneKeys(apart, banks_of(words).data()).most() - 1;
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
    const LaneKeys keys(event.mask, event.addresses, 5);
    std::uint32_t total = 0;
    each_phase(event, [&](std::uint32_t, std::uint32_t lanes) {
        total += access.uniform ? 1 : keys.distinct(lanes);
    });
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
    std::uint32_t total = 0;
    each_phase(event, [&](std::uint32_t first, std::uint32_t lanes) {
        total += conflicts_of_phase(event, first, lanes);
    });
    return total;
}

std::uint32_t atomic_conflicts(const Access& access) {
    const exec::AccessEvent& event = access.event;
    const auto lanes = static_cast<std::uint32_t>(std::popcount(event.mask));
    if (access.uniform) return lanes - 1;
    if (access.contiguous && event.bytes <= 4) return 0;
    if (event.space != ptx::Space::shared) return LaneKeys(event.mask, event.addresses).most() - 1;
    std::array<std::uint32_t, 32> words;
    for (std::uint32_t lane = 0; lane < 32; ++lane)
        words[lane] = static_cast<std::uint32_t>(event.addresses[lane] / 4);
    return LaneKeys(event.mask, banks_of(words).data()).most() - 1;
}

std::uint32_t constant_conflicts(const Access& access) {
    if (access.uniform) return 0;
    return LaneKeys(access.event.mask, access.event.addresses).distinct() - 1;
}

std::uint32_t local_sectors(const Access& access) {
    const exec::AccessEvent& event = access.event;
    const auto words = static_cast<std::uint32_t>(std::max(1, event.bytes / 4));
    // Accesses are aligned to their size: those of one size overlap whole or not at all.
    const LaneKeys keys(event.mask, event.addresses, 2);
    std::uint32_t total = 0;
    for (std::uint32_t first = 0; first < 32; first += 8) {
        const std::uint32_t lanes = event.mask & 0xffu << first;
        if (lanes != 0) total += words * (access.uniform ? 1 : keys.distinct(lanes));
    }
    return total;
}

} // namespace vgpu::observe
