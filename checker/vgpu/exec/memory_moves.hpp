// Data between registers and memory that lies side by side on the host; for memory_access.cpp.
#pragma once

#include "vgpu/exec/memory_access.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace vgpu::exec {

template <class Word>
inline Word read(std::uint64_t host) {
    Word word;
    std::memcpy(&word, reinterpret_cast<const void*>(host), sizeof word);
    return word;
}

template <class Word>
void write(std::uint64_t host, Word word) {
    std::memcpy(reinterpret_cast<void*>(host), &word, sizeof word);
}

// One element of each lane into a register of its own width: what nearly all loads are.
template <class Word>
void load_words(const LaneAddresses& addresses, std::uint64_t distance, std::byte* slot,
                bool contiguous) {
    auto* to = reinterpret_cast<Word*>(slot);
    const std::uint32_t mask = addresses.mask;
    if (contiguous) {
        const int first = first_lane(mask);
        if (mask == 0xffffffffu) {
            std::memcpy(to, reinterpret_cast<const void*>(addresses.at[0] + distance),
                        sizeof(Word) * warp_size);
            return;
        }
        const int count = std::countr_one(mask >> first);
        if (static_cast<std::uint64_t>(mask) >> first == (1ull << count) - 1) { // lanes in a row
            std::memcpy(to + first, reinterpret_cast<const void*>(addresses.at[first] + distance),
                        sizeof(Word) * static_cast<std::size_t>(count));
            return;
        }
    }
    if (addresses.lowest == addresses.highest) {
        const Word value = read<Word>(addresses.lowest + distance);
        for (int lane = 0; lane < warp_size; ++lane)
            to[lane] = ((mask >> lane) & 1) != 0 ? value : to[lane];
        return;
    }
    if (mask == 0xffffffffu) {
        for (int lane = 0; lane < warp_size; ++lane)
            to[lane] = read<Word>(addresses.at[lane] + distance);
        return;
    }
    for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1) {
        const int lane = first_lane(rest);
        to[lane] = read<Word>(addresses.at[lane] + distance);
    }
}

template <class Word>
void store_words(const LaneAddresses& addresses, std::uint64_t distance, const std::byte* slot,
                 bool contiguous) {
    const auto* from = reinterpret_cast<const Word*>(slot);
    const std::uint32_t mask = addresses.mask;
    if (contiguous) {
        const int first = first_lane(mask);
        const int count = std::countr_one(mask >> first);
        if (static_cast<std::uint64_t>(mask) >> first == (1ull << count) - 1) {
            std::memcpy(reinterpret_cast<void*>(addresses.at[first] + distance), from + first,
                        sizeof(Word) * static_cast<std::size_t>(count));
            return;
        }
    }
    for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1) {
        const int lane = first_lane(rest);
        write<Word>(addresses.at[lane] + distance, from[lane]);
    }
}

// Half a warp, lane after lane from `begin` on; `host` is where the warp's first lane's word lies.
template <class Word, bool is_load>
void move_half(const AddressPattern& pattern, std::byte* host, Word* slot, int begin) {
    constexpr int lanes = warp_size / 2;
    std::byte* const own = host + pattern.offsets[begin];
    const AddressPattern::Half half = pattern.half[begin / lanes];
    if (half == AddressPattern::Half::contiguous) {
        std::memcpy(is_load ? static_cast<void*>(slot + begin) : own,
                    is_load ? own : static_cast<void*>(slot + begin), sizeof(Word) * lanes);
    } else if (is_load && half == AddressPattern::Half::uniform) {
        Word word;
        std::memcpy(&word, own, sizeof word);
        std::fill_n(slot + begin, lanes, word);
    } else {
#pragma GCC unroll 8
        for (int lane = begin; lane < begin + lanes; ++lane) {
            std::byte* const at = host + pattern.offsets[lane];
            std::memcpy(is_load ? static_cast<void*>(slot + lane) : at,
                        is_load ? at : static_cast<void*>(slot + lane), sizeof(Word));
        }
    }
}

// Not inlined: most accesses are a row, and need no registers for this. True, so that it can be
// called last.
template <class Word, bool is_load>
[[gnu::noinline]] bool move_halves(const AddressPattern& pattern, std::byte* host, Word* slot) {
    move_half<Word, is_load>(pattern, host, slot, 0);
    move_half<Word, is_load>(pattern, host, slot, warp_size / 2);
    return true;
}

template <class Word, bool is_load>
bool move_by_pattern(const AddressPattern& pattern, std::byte* host, std::byte* slot) {
    if (!pattern.contiguous) [[unlikely]]
        return move_halves<Word, is_load>(pattern, host, reinterpret_cast<Word*>(slot));
    std::memcpy(is_load ? slot : host, is_load ? host : slot, sizeof(Word) * warp_size);
    return true;
}

template <int width>
void load_element(const LaneAddresses& addresses, std::uint64_t distance, const MemoryOp& access,
                  const ElementSlot& element, std::byte* slots, bool contiguous) {
    if constexpr (width == 4) {
        if (element.storage == isa::Storage::word)
            return load_words<std::uint32_t>(addresses, distance, slots + element.offset,
                                             contiguous);
    }
    if constexpr (width == 8) {
        if (element.storage != isa::Storage::word)
            return load_words<std::uint64_t>(addresses, distance, slots + element.offset,
                                             contiguous);
    }
    const bool is_signed = ptx::class_of(access.operation.type) == ptx::TypeClass::signed_integer;
    for (std::uint32_t rest = addresses.mask; rest != 0; rest &= rest - 1) {
        const int lane = first_lane(rest);
        const std::uint64_t host = addresses.at[lane] + distance;
        if constexpr (width == 16) {
            auto* halves = reinterpret_cast<std::uint64_t*>(slots + element.offset);
            halves[lane] = read<std::uint64_t>(host);
            halves[warp_size + lane] = read<std::uint64_t>(host + 8);
        } else {
            std::uint64_t raw = 0;
            std::memcpy(&raw, reinterpret_cast<const void*>(host), width);
            put_value(slots, element, lane, extend(raw, width, is_signed, element.bits));
        }
    }
}

template <int width>
void store_element(const LaneAddresses& addresses, std::uint64_t distance,
                   const ElementSlot& element, const std::byte* slots, bool contiguous) {
    if constexpr (width == 4) {
        if (element.storage == isa::Storage::word)
            return store_words<std::uint32_t>(addresses, distance, slots + element.offset,
                                              contiguous);
    }
    if constexpr (width == 8) {
        if (element.storage != isa::Storage::word)
            return store_words<std::uint64_t>(addresses, distance, slots + element.offset,
                                              contiguous);
    }
    for (std::uint32_t rest = addresses.mask; rest != 0; rest &= rest - 1) {
        const int lane = first_lane(rest);
        const std::uint64_t host = addresses.at[lane] + distance;
        if constexpr (width == 16) {
            const auto* halves = reinterpret_cast<const std::uint64_t*>(slots + element.offset);
            write(host, halves[lane]);
            write(host + 8, halves[warp_size + lane]);
        } else {
            const std::uint64_t value = get_value(slots, element, lane);
            std::memcpy(reinterpret_cast<void*>(host), &value, width);
        }
    }
}

} // namespace vgpu::exec
