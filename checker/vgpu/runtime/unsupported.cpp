#include "vgpu/runtime/unsupported.hpp"

#include "vgpu/runtime/runtime.hpp"

#include <fmt/core.h>

#include <set>
#include <string>

namespace vgpu::runtime {

int report_unsupported(const char* api) {
    return api_call(api, [](Call& call) {
        static std::set<std::string, std::less<>> said;
        const std::string text =
            fmt::format("{} is not supported by the virtual GPU yet", call.api);
        if (said.insert(call.api).second) fmt::print(stderr, "virtual GPU: {}\n", text);
        return call.fail(cudaErrorNotSupported, text);
    });
}

} // namespace vgpu::runtime
