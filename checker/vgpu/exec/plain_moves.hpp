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
template <class OneWord, int words, bool loads>
struct Plain {
    using Word = OneWord;
    static constexpr int count = words;
    static constexpr bool is_load = loads;
    static constexpr std::size_t bytes = sizeof(Word) * count;
};

// The place of lane 0 of each register.
template <class Move>
std::array<typename Move::Word*, Move::count> registers_of(const MemoryOp& access,
                                                           std::byte* slots) {
    std::array<typename Move::Word*, Move::count> registers;
    for (std::size_t i = 0; i < Move::count; ++i)
        registers[i] = reinterpret_cast<typename Move::Word*>(slots + access.elements[i].offset);
    return registers;
}

template <class Move>
void move_lane(std::byte* host, const std::array<typename Move::Word*, Move::count>& registers,
               int lane) {
    for (std::size_t i = 0; i < Move::count; ++i) {
        std::byte* const at = host + i * sizeof(typename Move::Word);
        std::memcpy(Move::is_load ? static_cast<void*>(registers[i] + lane) : at,
                    Move::is_load ? at : static_cast<void*>(registers[i] + lane),
                    sizeof(typename Move::Word));
    }
}

// Moves contiguous lanes from `begin` on, whose memory begins at `host`.
template <class Move>
void move_row(std::byte* host, const std::array<typename Move::Word*, Move::count>& registers,
              int begin, int lanes) {
    if constexpr (Move::count == 1) {
        void* const registers_there = registers[0] + begin;
        std::memcpy(Move::is_load ? registers_there : host, Move::is_load ? host : registers_there,
                    Move::bytes * static_cast<std::size_t>(lanes));
    } else {
        for (int lane = 0; lane < lanes; ++lane)
            move_lane<Move>(host + static_cast<std::size_t>(lane) * Move::bytes, registers,
                            begin + lane);
    }
}

// Moves half a warp, the lanes from `begin` on; the word of the warp's first lane is at `host`.
template <class Move>
void move_half(const AddressPattern& pattern, std::byte* host,
               const std::array<typename Move::Word*, Move::count>& registers, int begin) {
    constexpr int lanes = warp_size / 2;
    std::byte* const own = host + pattern.offsets[begin];
    const Layout::Part half = pattern.layout.half[begin / lanes];
    if (half == Layout::Part::row) return move_row<Move>(own, registers, begin, lanes);
    if (Move::is_load && half == Layout::Part::place) {
        for (std::size_t i = 0; i < Move::count; ++i) {
            typename Move::Word word;
            std::memcpy(&word, own + i * sizeof word, sizeof word);
            std::fill_n(registers[i] + begin, lanes, word);
        }
        return;
    }
#pragma GCC unroll 8
    for (int lane = begin; lane < begin + lanes; ++lane)
        move_lane<Move>(host + pattern.offsets[lane], registers, lane);
}

// Not inlined: most accesses are a row, and need no registers for this. True, so that it can be
// called last.
template <class Move>
[[gnu::noinline]] bool move_halves(const MemoryOp& access, std::byte* host, std::byte* slots) {
    const auto registers = registers_of<Move>(access, slots);
    move_half<Move>(*access.pattern, host, registers, 0);
    move_half<Move>(*access.pattern, host, registers, warp_size / 2);
    return true;
}

template <class Move>
bool move_by_pattern(const MemoryOp& access, std::byte* host, std::byte* slots) {
    if (!access.pattern->contiguous) [[unlikely]]
        return move_halves<Move>(access, host, slots);
    move_row<Move>(host, registers_of<Move>(access, slots), 0, warp_size);
    return true;
}

} // namespace vgpu::exec
