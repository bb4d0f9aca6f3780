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

// A row of banks has a word of each bank. The words of an access mostly lie in a few rows.
struct RowsOfBanks {
    std::uint32_t first = 0;
    bool are_few = false;
    static constexpr std::uint32_t few = 64;
};

// The most distinct words that one bank has.
std::uint32_t most_of_a_bank(std::uint32_t lanes, const std::array<std::uint32_t, 32>& words,
                             const RowsOfBanks& rows) {
    if (!rows.are_few) {
        // Lanes that want one word get it together.
        const std::uint32_t apart = LaneKeys(lanes, words.data()).first_of_each();
        return LaneKeys(apart, banks_of(words).data()).most();
    }
    std::array<std::uint64_t, 32> wanted{}; // of each bank: a bit for each row
    for (std::uint32_t lane = 0; lane < 32; ++lane) {
        const std::uint32_t row = words[lane] / 32 - rows.first;
        wanted[words[lane] % 32] |= std::uint64_t{lanes >> lane & 1} << (row % RowsOfBanks::few);
    }
    int most = 0;
    for (const std::uint64_t of_bank : wanted) most = std::max(most, std::popcount(of_bank));
    return static_cast<std::uint32_t>(most);
}

// One phase: the most distinct words that any bank has to deliver, less the one it may. A phase has
// at most 32 words: one for each of 32 lanes, two for 16, four for 8. `own`: each lane's first one.
std::uint32_t conflicts_of_phase(const exec::AccessEvent& event, std::uint32_t first,
                                 std::uint32_t lanes, const std::array<std::uint32_t, 32>& own,
                                 const RowsOfBanks& rows) {
    const auto each = static_cast<std::uint32_t>(std::max(1, event.bytes / 4));
    if (each == 1) return most_of_a_bank(lanes, own, rows) - 1;
    std::array<std::uint32_t, 32> words{};
    std::uint32_t wanted = 0;
    for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
        const std::uint32_t place = (lane - first) * each;
        for (std::uint32_t word = 0; word < each; ++word) words[place + word] = own[lane] + word;
        wanted |= ((1u << each) - 1) << place;
    }
    return most_of_a_bank(wanted, words, rows) - 1;
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
    // Shared memory has addresses of 32 bits.
    std::array<std::uint32_t, 32> words;
    std::uint32_t low = ~0u, high = 0;
    for (std::uint32_t lane = 0; lane < 32; ++lane) {
        const std::uint32_t others = (event.mask >> lane & 1) - 1; // all ones if it takes no part
        const std::uint32_t word = words[lane] =
            static_cast<std::uint32_t>(event.addresses[lane]) / 4;
        low = std::min(low, word | others);
        high = std::max(high, word & ~others);
    }
    // Within a window of 32 words no bank holds two.
    high += static_cast<std::uint32_t>(std::max(1, event.bytes / 4)) - 1;
    if (high - low < 32) return 0;
    const RowsOfBanks rows{low / 32, high / 32 - low / 32 < RowsOfBanks::few};
    std::uint32_t total = 0;
    each_phase(event, [&](std::uint32_t first, std::uint32_t lanes) {
        total += conflicts_of_phase(event, first, lanes, words, rows);
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
