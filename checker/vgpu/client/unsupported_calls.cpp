// The functions of unsupported.def. This file must not see the API's declarations, which have
// parameters.
#include "vgpu/client/unsupported.hpp"

#define WORKBOOK_UNSUPPORTED(function)                                                             \
    extern "C" __attribute__((visibility("default"))) int function();                              \
    extern "C" int function() { return vgpu::client::report_unsupported(#function); }
#include "vgpu/client/unsupported.def"
#undef WORKBOOK_UNSUPPORTED
