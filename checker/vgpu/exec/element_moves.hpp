// Moves one element of each lane between memory that lies side by side on the host and a register
// of any width: the general way of loads and stores.
#pragma once

#include "vgpu/exec/memory_access.hpp"

#include <bit>
#include <cstdint>
#include <cstring>

namespace vgpu::exec {

template <class Word>
Word read_word(std::uint64_t host) {
    Word word;
    std::memcpy(&word, reinterpret_cast<const void*>(host), sizeof word);
    return word;
}

template <class Word>
void write_word(std::uint64_t host, Word word) {
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
        const Word value = read_word<Word>(addresses.lowest + distance);
        for (int lane = 0; lane < warp_size; ++lane)
            to[lane] = ((mask >> lane) & 1) != 0 ? value : to[lane];
        return;
    }
    if (mask == 0xffffffffu) {
        for (int lane = 0; lane < warp_size; ++lane)
            to[lane] = read_word<Word>(addresses.at[lane] + distance);
        return;
    }
    for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1) {
        const int lane = first_lane(rest);
        to[lane] = read_word<Word>(addresses.at[lane] + distance);
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
        write_word<Word>(addresses.at[lane] + distance, from[lane]);
    }
}

// The same for bytes and halves, which registers are wider than.
template <int width, class Word>
void load_narrow(const LaneAddresses& addresses, std::uint64_t distance, bool is_signed,
                 const ElementSlot& element, std::byte* slots) {
    auto* to = reinterpret_cast<Word*>(slots + element.offset);
    const auto load = [&](int lane) {
        std::uint64_t raw = 0;
        std::memcpy(&raw, reinterpret_cast<const void*>(addresses.at[lane] + distance), width);
        to[lane] = static_cast<Word>(extend(raw, width, is_signed, element.bits));
    };
    if (addresses.mask == 0xffffffffu) {
        for (int lane = 0; lane < warp_size; ++lane) load(lane);
        return;
    }
    for (std::uint32_t rest = addresses.mask; rest != 0; rest &= rest - 1) load(first_lane(rest));
}

template <int width, class Word>
void store_narrow(const LaneAddresses& addresses, std::uint64_t distance,
                  const ElementSlot& element, const std::byte* slots) {
    const auto* from = reinterpret_cast<const Word*>(slots + element.offset);
    const auto store = [&](int lane) {
        const Word value = from[lane];
        std::memcpy(reinterpret_cast<void*>(addresses.at[lane] + distance), &value, width);
    };
    if (addresses.mask == 0xffffffffu) {
        for (int lane = 0; lane < warp_size; ++lane) store(lane);
        return;
    }
    for (std::uint32_t rest = addresses.mask; rest != 0; rest &= rest - 1) store(first_lane(rest));
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
    if constexpr (width < 4)
        return element.storage == isa::Storage::word
                   ? load_narrow<width, std::uint32_t>(addresses, distance, is_signed, element,
                                                       slots)
                   : load_narrow<width, std::uint64_t>(addresses, distance, is_signed, element,
                                                       slots);
    for (std::uint32_t rest = addresses.mask; rest != 0; rest &= rest - 1) {
        const int lane = first_lane(rest);
        const std::uint64_t host = addresses.at[lane] + distance;
        if constexpr (width == 16) {
            auto* halves = reinterpret_cast<std::uint64_t*>(slots + element.offset);
            halves[lane] = read_word<std::uint64_t>(host);
            halves[warp_size + lane] = read_word<std::uint64_t>(host + 8);
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
    if constexpr (width < 4)
        return element.storage == isa::Storage::word
                   ? store_narrow<width, std::uint32_t>(addresses, distance, element, slots)
                   : store_narrow<width, std::uint64_t>(addresses, distance, element, slots);
    for (std::uint32_t rest = addresses.mask; rest != 0; rest &= rest - 1) {
        const int lane = first_lane(rest);
        const std::uint64_t host = addresses.at[lane] + distance;
        if constexpr (width == 16) {
            const auto* halves = reinterpret_cast<const std::uint64_t*>(slots + element.offset);
            write_word(host, halves[lane]);
            write_word(host + 8, halves[warp_size + lane]);
        } else {
            const std::uint64_t value = get_value(slots, element, lane);
            std::memcpy(reinterpret_cast<void*>(host), &value, width);
        }
    }
}

} // namespace vgpu::exec
