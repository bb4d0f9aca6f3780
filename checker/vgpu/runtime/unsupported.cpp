#include "vgpu/runtime/unsupported.hpp"

#include "vgpu/runtime/runtime.hpp"

#include <fmt/core.h>

namespace vgpu::runtime {

int report_unsupported(const char* api) {
    return api_call(api, [](Call& call) {
        call.loud = true;
        return call.fail(cudaErrorNotSupported,
                         fmt::format("{} is not supported by the virtual GPU yet", call.api));
    });
}

} // namespace vgpu::runtime
