// Where the parts of one call lie: in the arena that the learner program maps, and for the virtual
// GPU's engine. Private to session*.cpp.
#pragma once

#include "harness/random.hpp"
#include "harness/session.hpp"
#include "wire/engine.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace workbook {

inline constexpr std::uint64_t trace_capacity = 64ull << 20;

// Where the parts of one call lie in the arena.
struct Session::Placement {
    struct Arenas {
        Arena& of_call;  // with the learner program
        Arena& exchange; // with the virtual GPU's engine, which has the device arrays if is_virtual
        bool is_virtual;
    };
    struct Guarded {
        std::uint64_t front = 0,
                      front_bytes = 0; // the bytes in front of the array that must not change
        std::uint64_t back = 0, back_bytes = 0;
        std::vector<std::byte> front_content, back_content;
        std::uint64_t content = 0; // of an array on the virtual GPU: in the exchange
        std::uint64_t told = 0;    // of an array of the host's: what it holds, in the exchange
    };
    wire::Request request;
    std::vector<Guarded> guards;
    wire::EngineRequest device; // the same call, for the virtual GPU's engine

    // Chooses where an argument lies, and the bytes beside it that must not change.
    void choose_place(std::size_t number, const ArgumentSpec& argument, const Situation& situation,
                      const Arenas& arenas);
    // Puts those bytes there, and what the function finds in the argument.
    void fill(std::size_t number, ArgumentRecord& kept, Generator& generator);
    // Fills `device`, once the arguments have their places.
    void tell_engine(const CallSpec& spec, Arena& exchange);
};

inline std::byte* at(std::uint64_t address) { return reinterpret_cast<std::byte*>(address); }

// A number from the operating system, which no program can guess.
std::uint64_t unpredictable();

} // namespace workbook
