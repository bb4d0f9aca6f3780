// The functions of unsupported.def. This file must not see cublas_v2.h, whose declarations have
// parameters.

// The runtime library offers it: says the function's name once on stderr, and notes it for a
// checker.
extern "C" int workbook_report_unsupported(const char* api);

namespace {
constexpr int not_supported = 15; // CUBLAS_STATUS_NOT_SUPPORTED

int refuse(const char* name) {
    workbook_report_unsupported(name);
    return not_supported;
}
} // namespace

#define WORKBOOK_UNSUPPORTED(function)                                                             \
    extern "C" int function();                                                                     \
    extern "C" int function() { return refuse(#function); }
#include "vgpu/cublas/unsupported.def"
#undef WORKBOOK_UNSUPPORTED
