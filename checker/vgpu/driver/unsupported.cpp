#include "vgpu/driver/unsupported.hpp"

#include "vgpu/driver/driver_call.hpp"

#include <algorithm>
#include <iterator>

// The runtime library offers it for functions that it does not have itself.
extern "C" int workbook_report_unsupported(const char* api);

namespace vgpu::driver {

bool is_unsupported(std::string_view symbol) {
    static constexpr std::string_view symbols[] = {
#define WORKBOOK_UNSUPPORTED(function) #function,
#include "vgpu/driver/unsupported.def"
#undef WORKBOOK_UNSUPPORTED
    };
    return std::ranges::find(symbols, symbol) != std::end(symbols);
}

int report_unsupported(const char* symbol) {
    return at_any_time(symbol, [&] {
        return static_cast<CUresult>(WORKBOOK_RUNTIME(workbook_report_unsupported)(symbol));
    });
}

} // namespace vgpu::driver
