// Bits that say of each byte whether it was written: a word for 64 bytes.
#pragma once

#include <algorithm>
#include <cstdint>

namespace vgpu::observe {

// A mask of the lowest `count` bits, 1 to 64.
inline std::uint64_t low_bits(std::uint64_t count) { return ~0ull >> (64 - count); }

// Sets or clears `count` bits from bit `first` on.
inline void fill_bits(std::uint64_t* bits, std::uint64_t first, std::uint64_t count, bool value) {
    while (count != 0) {
        if (first % 64 == 0 && count >= 64) {
            const std::uint64_t words = count / 64;
            std::fill_n(bits + first / 64, words, value ? ~0ull : 0ull);
            first += 64 * words;
            count -= 64 * words;
            continue;
        }
        const std::uint64_t here = std::min(count, 64 - first % 64);
        const std::uint64_t mask = low_bits(here) << first % 64;
        std::uint64_t& word = bits[first / 64];
        word = value ? word | mask : word & ~mask;
        first += here;
        count -= here;
    }
}

// One lane's bits lie in one word: accesses are aligned to their size, at most 32 bytes.
inline std::uint64_t bits_of_lane(const std::uint64_t* bits, std::uint64_t first,
                                  std::uint64_t lane_mask) {
    return (bits[first / 64] >> first % 64) & lane_mask;
}
inline bool lane_is_touched(const std::uint64_t* bits, std::uint64_t first,
                            std::uint64_t lane_mask) {
    return bits_of_lane(bits, first, lane_mask) != 0;
}
inline void set_lane(std::uint64_t* bits, std::uint64_t first, std::uint64_t lane_mask) {
    bits[first / 64] |= lane_mask << first % 64;
}

inline bool all_set(const std::uint64_t* bits, std::uint64_t first, std::uint64_t count) {
    if ((first | count) % 64 == 0) { // what a half warp's words are mostly
        for (std::uint64_t word = first / 64; word < (first + count) / 64; ++word)
            if (bits[word] != ~0ull) return false;
        return true;
    }
    std::uint64_t missing = 0;
    while (count != 0) {
        const std::uint64_t here = std::min(count, 64 - first % 64);
        missing |= ~(bits[first / 64] >> first % 64) & low_bits(here);
        first += here;
        count -= here;
    }
    return missing == 0;
}

struct BitPlace {
    std::uint64_t* words = nullptr;
    std::uint64_t first = 0;
};

// Reads 1 to 64 bits, which may be in two words.
inline std::uint64_t bits_at(const BitPlace& place, std::uint64_t offset, std::uint64_t count) {
    const std::uint64_t first = place.first + offset, shift = first % 64;
    const std::uint64_t* word = place.words + first / 64;
    std::uint64_t bits = word[0] >> shift;
    if (shift + count > 64) bits |= word[1] << (64 - shift);
    return bits & low_bits(count);
}

// A word of `to` at a time, from its first or from its last one on.
inline void move_bits(const BitPlace& to, const BitPlace& from, std::uint64_t count,
                      bool backwards) {
    const std::uint64_t lead = to.first % 64, words = (lead + count + 63) / 64;
    std::uint64_t* const first_word = to.words + to.first / 64;
    for (std::uint64_t i = 0; i < words; ++i) {
        const std::uint64_t word = backwards ? words - 1 - i : i;
        const std::uint64_t begin = std::max(64 * word, lead);
        const std::uint64_t here = std::min(64 * (word + 1), lead + count) - begin;
        const std::uint64_t mask = low_bits(here) << begin % 64;
        const std::uint64_t bits = bits_at(from, begin - lead, here) << begin % 64;
        first_word[word] = (first_word[word] & ~mask) | bits;
    }
}

} // namespace vgpu::observe
