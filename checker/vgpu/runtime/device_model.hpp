// What the virtual GPU says of itself: the card that it stands for (its profile), with that card's
// compute capability, limits and sizes. One table of attributes, wire/cards.def; this and
// cudaDeviceProp are filled from it.
//
// The profile decides which PTX of a program is taken, too: what was compiled for a higher compute
// capability is refused, as the card would refuse it.
#pragma once

#include <driver_types.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace vgpu::runtime {

struct DeviceModel {
    std::string_view profile; // "h200"
    std::size_t column = 0;   // in the table of attributes
    std::string name;         // "Virtual GPU (H200)"
    int major = 0;
    int minor = 0;
    std::uint32_t architecture = 0; // 90 for 9.0
    std::uint32_t sm_count = 0;
    std::uint32_t clock_kilohertz = 0;

    std::uint32_t max_threads_per_block = 0;
    std::uint32_t max_block[3] = {};
    std::uint32_t max_grid[3] = {};
    std::uint32_t max_threads_per_sm = 0;
    std::uint32_t max_blocks_per_sm = 0;
    std::uint32_t registers_per_block = 0;
    std::uint32_t registers_per_sm = 0;
    std::uint64_t shared_per_block = 0;       // without opting in
    std::uint64_t shared_per_block_optin = 0; // cudaFuncSetAttribute
    std::uint64_t shared_per_sm = 0;
    std::uint64_t shared_reserved_per_block = 0;

    // How the hardware hands out registers and shared memory (occupancy.hpp).
    static constexpr std::uint32_t register_unit = 256; // registers of a warp
    static constexpr std::uint32_t partitions = 4;      // of a multiprocessor
    std::uint32_t shared_unit = 0;                      // bytes of a block
};

// "t4", "a100", "h200", "rtx4090"; the same for a person: "t4, a100, h200 and rtx4090".
std::span<const std::string_view> profile_names();
std::string profile_list();
inline constexpr std::string_view default_profile = "h200";

// Null for a name that is not a profile.
const DeviceModel* find_model(std::string_view profile);
const DeviceModel& default_model();

// What the device answers; nullopt for a number that is not an attribute. `ordinal`: of the device,
// which decides its place on the PCI bus.
std::optional<int> device_attribute(const DeviceModel& model, int attribute, int ordinal = 0);

// Attributes whose answer is the virtual GPU's own and not the card's, and why.
struct OwnAnswer {
    int attribute;
    int value;
    const char* why;
};
std::span<const OwnAnswer> own_answers();

struct AttributeName {
    int number;
    const char* name;
};
std::span<const AttributeName> attribute_names();

} // namespace vgpu::runtime
