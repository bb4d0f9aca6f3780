// Which device answers on this machine.
#pragma once

#include "harness/session.hpp"

#include <optional>
#include <string>

namespace workbook {

enum class WantedDevice { automatic, gpu, virtual_gpu };

// "auto", "gpu" or "virtual".
std::optional<WantedDevice> parse_wanted_device(std::string_view text);

// The name of the first GPU that the driver (libcuda.so.1) has; nothing if there is no driver or
// none answers. `reason` then says which.
std::optional<std::string> find_gpu(std::string& reason);

// Ten times the compute capability of that GPU, 75 for 7.5; 0 if the driver does not say.
int gpu_capability();

// Sets the compute capability that the lesson's device code needs; see WORKBOOK_NEEDS_CAPABILITY.
bool need_capability(int major, int minor);
// Why a GPU of this name and capability cannot run the lesson, and what to do; empty if it can.
std::string lacking_capability(const std::string& name, int capability);

// The folder of the driver's library that find_gpu has loaded; "" if it has loaded none.
std::string driver_folder();

// Automatic takes a GPU if one answers. Nothing if a GPU is wanted and there is none.
std::optional<DeviceChoice> choose_device(WantedDevice wanted, std::string& reason);

} // namespace workbook

// For a check.cpp: the lesson is skipped on a GPU with a lower capability (ARCHITECTURE in
// exercises/CMakeLists.txt says the same to the compiler). The virtual GPU has its profile's
// capability.
#define WORKBOOK_NEEDS_CAPABILITY(major, minor)                                                    \
    [[maybe_unused]] static const bool workbook_needs_capability =                                 \
        ::workbook::need_capability(major, minor)
