// How long work takes on the virtual clock, which cudaEventElapsedTime reads.
//
// A plain model of a nominal GPU, so that times are above zero, grow with the work and are the same
// in every run. They say nothing of a real GPU's: each multiprocessor runs one warp instruction
// per nanosecond, memory moves 2 terabytes per second, the bus to the host 25 gigabytes per second,
// and each piece of work and each call of the host costs its overhead.
#pragma once

#include <algorithm>
#include <cstdint>

namespace vgpu::runtime {

inline constexpr std::uint64_t nanoseconds_of_call = 1000;
inline constexpr std::uint64_t nanoseconds_of_event = 500;
inline constexpr std::uint64_t nanoseconds_of_host_function = 5000;

inline std::uint64_t nanoseconds_of_launch(std::uint64_t blocks, std::uint64_t warp_instructions,
                                           std::uint64_t multiprocessors) {
    const std::uint64_t busy =
        std::clamp<std::uint64_t>(blocks, 1, std::max<std::uint64_t>(multiprocessors, 1));
    return 2000 + warp_instructions / busy;
}

inline std::uint64_t nanoseconds_of_copy(std::uint64_t bytes, bool over_the_bus) {
    return 1000 + bytes / (over_the_bus ? 25 : 2000);
}

// What does one piece of work at a time (timetable.hpp): the copies over the bus in one direction,
// and the launches that have a block for each multiprocessor.
enum class Engine : std::uint8_t { none, copies_to_device, copies_to_host, multiprocessors };

// How long a piece of work takes, and what it occupies meanwhile.
struct Lasting {
    std::uint64_t nanoseconds = 0;
    Engine engine = Engine::none;
    Lasting(std::uint64_t lasts = 0, Engine occupied = Engine::none)
        : nanoseconds(lasts), engine(occupied) {}
};

} // namespace vgpu::runtime
