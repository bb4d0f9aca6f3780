// Launches whose accesses of global memory a test writes down, and what racecheck says of them.
#pragma once

#include "script.hpp"

#include <functional>
#include <string>
#include <vector>

namespace vgpu::observe::test {

inline const Options only_racecheck{.checks = {"racecheck"}};
inline constexpr std::uint32_t threads = 64;
inline constexpr std::uint64_t x = device_base, y = device_base + (1 << 20);
inline constexpr std::uint64_t flag = device_base + (2 << 20);

// Plays a launch block by block and returns what was reported.
inline std::vector<exec::Fault> play(std::uint32_t blocks,
                                     const std::function<void(Script&, std::uint64_t)>& body) {
    Script script(only_racecheck);
    script.launch(blocks, threads, 256);
    script.blocks(blocks, [&](std::uint64_t block) { body(script, block); });
    script.end();
    return script.sink.faults;
}

inline std::string kind_of(const exec::Fault& fault) { return fault.detail.substr(10, 3); }

inline void each_warp(const std::function<void(std::uint32_t)>& body) {
    for (std::uint32_t warp = 0; warp < threads / 32; ++warp) body(warp);
}

inline std::uint64_t own(std::uint64_t base, std::uint64_t block, std::uint32_t warp) {
    return base + 4 * (threads * block + 32 * warp);
}

} // namespace vgpu::observe::test
