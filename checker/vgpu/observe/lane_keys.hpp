// Equal values among the lanes of a warp: how many different ones there are, and how many lanes
// share one. The traffic counters ask for sectors, words, banks and addresses in this way.
//
// Each lane's value is compared with all others: 32 steps without a branch, on bytes where these
// are enough, which takes less time than to sort the values.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <numeric>

namespace vgpu::observe {

namespace lane_keys {

template <class Key>
using Keys = std::array<Key, 32>; // by lane

// Vectors of the compiler's, so that what is added up over 32 steps stays in registers.
template <class Key>
struct Vector;
template <>
struct Vector<std::uint8_t> {
    using Part [[gnu::vector_size(32)]] = std::uint8_t;
    Part of[1];
};
template <>
struct Vector<std::uint32_t> {
    using Part [[gnu::vector_size(32)]] = std::uint32_t;
    Part of[4];
};

template <class Key>
std::uint32_t first_of_each(const Keys<Key>& keys, std::uint32_t mask) {
    using Part = typename Vector<Key>::Part;
    Keys<Key> numbers;
    std::iota(numbers.begin(), numbers.end(), Key{0});
    const auto all = std::bit_cast<Vector<Key>>(keys), lanes = std::bit_cast<Vector<Key>>(numbers);
    Vector<Key> repeats{}; // all-ones where a lane before has the same key
    for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
        const Key key = keys[lane], number = static_cast<Key>(lane);
        for (std::size_t i = 0; i < std::size(all.of); ++i)
            repeats.of[i] |= static_cast<Part>((all.of[i] == key) & (lanes.of[i] > number));
    }
    std::uint32_t bits = 0;
    const auto repeated = std::bit_cast<Keys<Key>>(repeats);
    for (std::uint32_t lane = 0; lane < 32; ++lane) bits |= (repeated[lane] & 1u) << lane;
    return mask & ~bits;
}

// A bit for each key; the keys must differ in their lower 6 bits.
inline std::uint64_t set_of(const Keys<std::uint32_t>& keys, std::uint32_t mask) {
    std::uint64_t set = 0;
    for (std::uint32_t lane = 0; lane < 32; ++lane)
        set |= std::uint64_t{mask >> lane & 1} << (keys[lane] % 64);
    return set;
}

template <class Key>
std::uint32_t most(const Keys<Key>& keys, std::uint32_t mask) {
    using Part = typename Vector<Key>::Part;
    const auto all = std::bit_cast<Vector<Key>>(keys);
    Vector<Key> counts{};
    for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1) {
        const Key key = keys[static_cast<std::uint32_t>(std::countr_zero(rest))];
        for (std::size_t i = 0; i < std::size(all.of); ++i)
            counts.of[i] -= static_cast<Part>(all.of[i] == key); // true is -1
    }
    std::uint32_t most = 0;
    const auto count = std::bit_cast<Keys<Key>>(counts);
    for (std::uint32_t lane = 0; lane < 32; ++lane)
        most = std::max<std::uint32_t>(most, (mask >> lane & 1) != 0 ? count[lane] : 0);
    return most;
}

} // namespace lane_keys

class LaneKeys {
  public:
    static constexpr std::uint32_t lanes = 32;

    // The keys are the lanes' values divided by 2^shift; values of lanes outside the mask are not
    // used.
    template <class Value>
    LaneKeys(std::uint32_t mask, const Value* values, unsigned shift = 0) : mask_(mask) {
        if (mask == 0) return;
        const Value first = values[std::countr_zero(mask)] >> shift;
        Value differences = 0;
        for (std::uint32_t lane = 0; lane < lanes; ++lane) {
            const Value value = values[lane] >> shift;
            differences |= (value ^ first) & (Value{0} - (mask >> lane & 1));
            words_[lane] = static_cast<std::uint32_t>(value);
        }
        // If the upper halves are equal, the lower halves distinguish the lanes.
        if constexpr (sizeof(Value) > 4)
            if (differences >> 32 != 0) differences = number_by_size(values, shift);
        is_near_ = differences < 64;
        is_narrow_ = differences < 256;
        for (std::uint32_t lane = 0; lane < lanes; ++lane)
            bytes_[lane] = static_cast<std::uint8_t>(words_[lane]);
    }

    // The lanes whose key no lane before them has.
    std::uint32_t first_of_each() const { return first_of_each(mask_); }
    std::uint32_t distinct() const { return distinct(mask_); }
    // Counts these lanes alone; each is a lane of the mask.
    std::uint32_t distinct(std::uint32_t mask) const {
        return static_cast<std::uint32_t>(is_near_ ? std::popcount(lane_keys::set_of(words_, mask))
                                                   : std::popcount(first_of_each(mask)));
    }
    // The most lanes that share a key; 0 if there is no lane.
    std::uint32_t most() const {
        return is_narrow_ ? lane_keys::most(bytes_, mask_) : lane_keys::most(words_, mask_);
    }

  private:
    std::uint32_t first_of_each(std::uint32_t mask) const {
        return is_narrow_ ? lane_keys::first_of_each(bytes_, mask)
                          : lane_keys::first_of_each(words_, mask);
    }
    // Keys that fit: a value's place among all values, in their order.
    template <class Value>
    Value number_by_size(const Value* values, unsigned shift) {
        std::array<Value, lanes> sorted;
        auto end = sorted.begin();
        for (std::uint32_t rest = mask_; rest != 0; rest &= rest - 1)
            *end++ = values[std::countr_zero(rest)] >> shift;
        std::sort(sorted.begin(), end);
        for (std::uint32_t lane = 0; lane < lanes; ++lane)
            words_[lane] = static_cast<std::uint32_t>(
                std::lower_bound(sorted.begin(), end, values[lane] >> shift) - sorted.begin());
        return lanes;
    }

    lane_keys::Keys<std::uint32_t> words_{};
    lane_keys::Keys<std::uint8_t> bytes_{};
    std::uint32_t mask_ = 0;
    bool is_near_ = false; // the lower 6 bits tell the lanes apart
    bool is_narrow_ = false;
};

} // namespace vgpu::observe
