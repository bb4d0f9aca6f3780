#include "vgpu/client/unsupported.hpp"

#include "vgpu/client/link.hpp"

namespace vgpu::client {

int report_unsupported(const char* api) {
    return fail(api, cudaErrorNotSupported,
                std::string(api) + " is not supported by the virtual GPU yet", true);
}

} // namespace vgpu::client

// Called for functions that only the program's own runtime has, for example one of another minor
// version (vgpu/static_runtime).
extern "C" __attribute__((visibility("default"))) int workbook_report_unsupported(const char* api) {
    return vgpu::client::report_unsupported(api);
}
