// Functions of the driver API that the virtual GPU does not have: unsupported.def.
#pragma once

#include <string_view>

namespace vgpu::driver {

// As the library exports it: "cuMemMap", "cuMemMapArrayAsync_ptsz".
bool is_unsupported(std::string_view symbol);

// Says so, once for each function; returns CUDA_ERROR_NOT_SUPPORTED.
int report_unsupported(const char* symbol);

} // namespace vgpu::driver
