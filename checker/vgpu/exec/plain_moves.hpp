// Moves what a whole warp loads or stores if its addresses lie as in a pattern: rows of lanes as
// vectors, lanes at one place as one value.
#pragma once

#include "vgpu/exec/executable.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace vgpu::exec {

// What each lane of a plain access moves: `count` words side by side in memory, each to or from a
// register of its own.
template <class ItsWord, int its_count, bool loads>
struct Plain {
    using Word = ItsWord;
    static constexpr int count = its_count;
    static constexpr bool is_load = loads;
    static constexpr std::size_t bytes = sizeof(Word) * count;
};

// Where the registers' lanes begin.
template <class Its>
std::array<typename Its::Word*, Its::count> registers_of(const MemoryOp& access, std::byte* slots) {
    std::array<typename Its::Word*, Its::count> registers;
    for (std::size_t i = 0; i < Its::count; ++i)
        registers[i] = reinterpret_cast<typename Its::Word*>(slots + access.elements[i].offset);
    return registers;
}

template <class Its>
void move_lane(std::byte* host, const std::array<typename Its::Word*, Its::count>& registers,
               int lane) {
    for (std::size_t i = 0; i < Its::count; ++i) {
        std::byte* const at = host + i * sizeof(typename Its::Word);
        std::memcpy(Its::is_load ? static_cast<void*>(registers[i] + lane) : at,
                    Its::is_load ? at : static_cast<void*>(registers[i] + lane),
                    sizeof(typename Its::Word));
    }
}

// Lanes side by side from `begin` on, whose memory begins at `host`.
template <class Its>
void move_row(std::byte* host, const std::array<typename Its::Word*, Its::count>& registers,
              int begin, int lanes) {
    if constexpr (Its::count == 1) {
        void* const registers_there = registers[0] + begin;
        std::memcpy(Its::is_load ? registers_there : host, Its::is_load ? host : registers_there,
                    Its::bytes * static_cast<std::size_t>(lanes));
    } else {
        for (int lane = 0; lane < lanes; ++lane)
            move_lane<Its>(host + static_cast<std::size_t>(lane) * Its::bytes, registers,
                           begin + lane);
    }
}

// Half a warp, lane after lane from `begin` on; `host` is where the warp's first lane's word lies.
template <class Its>
void move_half(const AddressPattern& pattern, std::byte* host,
               const std::array<typename Its::Word*, Its::count>& registers, int begin) {
    constexpr int lanes = warp_size / 2;
    std::byte* const own = host + pattern.offsets[begin];
    const Layout::Part half = pattern.layout.half[begin / lanes];
    if (half == Layout::Part::row) return move_row<Its>(own, registers, begin, lanes);
    if (Its::is_load && half == Layout::Part::place) {
        for (std::size_t i = 0; i < Its::count; ++i) {
            typename Its::Word word;
            std::memcpy(&word, own + i * sizeof word, sizeof word);
            std::fill_n(registers[i] + begin, lanes, word);
        }
        return;
    }
#pragma GCC unroll 8
    for (int lane = begin; lane < begin + lanes; ++lane)
        move_lane<Its>(host + pattern.offsets[lane], registers, lane);
}

// Not inlined: most accesses are a row, and need no registers for this. True, so that it can be
// called last.
template <class Its>
[[gnu::noinline]] bool move_halves(const MemoryOp& access, std::byte* host, std::byte* slots) {
    const auto registers = registers_of<Its>(access, slots);
    move_half<Its>(*access.pattern, host, registers, 0);
    move_half<Its>(*access.pattern, host, registers, warp_size / 2);
    return true;
}

template <class Its>
bool move_by_pattern(const MemoryOp& access, std::byte* host, std::byte* slots) {
    if (!access.pattern->contiguous) [[unlikely]]
        return move_halves<Its>(access, host, slots);
    move_row<Its>(host, registers_of<Its>(access, slots), 0, warp_size);
    return true;
}

} // namespace vgpu::exec
