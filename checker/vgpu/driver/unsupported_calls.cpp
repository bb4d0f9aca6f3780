// The functions of unsupported.def. This file must not see cuda.h, whose declarations have
// parameters.
#include "vgpu/driver/unsupported.hpp"

#define WORKBOOK_UNSUPPORTED(function)                                                             \
    extern "C" __attribute__((visibility("default"))) int function();                              \
    extern "C" int function() { return vgpu::driver::report_unsupported(#function); }
#include "vgpu/driver/unsupported.def"
#undef WORKBOOK_UNSUPPORTED
