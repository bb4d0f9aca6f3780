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

// Where the driver's library lies that find_gpu has loaded; "" if it has loaded none.
std::string driver_folder();

// Automatic takes a GPU if one answers. Nothing if a GPU is wanted and there is none.
std::optional<DeviceChoice> choose_device(WantedDevice wanted, std::string& reason);

} // namespace workbook
