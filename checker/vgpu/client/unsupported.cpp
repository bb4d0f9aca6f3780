#include "vgpu/client/unsupported.hpp"

#include "vgpu/client/link.hpp"

namespace vgpu::client {

int report_unsupported(const char* api) {
    return fail(api, cudaErrorNotSupported,
                std::string(api) + " is not supported by the virtual GPU yet", true);
}

} // namespace vgpu::client
