// The functions in WORKBOOK_UNSUPPORTED_LIST, of cuBLAS or of cuRAND, which return
// WORKBOOK_NOT_SUPPORTED. This file must not see the libraries' headers, whose declarations have
// parameters.
#include "vgpu/library/unsupported.hpp"

namespace {
int refuse(const char* name) {
    workbook_report_unsupported(name);
    return WORKBOOK_NOT_SUPPORTED;
}
} // namespace

#define WORKBOOK_UNSUPPORTED(function)                                                             \
    extern "C" int function();                                                                     \
    extern "C" int function() { return refuse(#function); }
#include WORKBOOK_UNSUPPORTED_LIST
#undef WORKBOOK_UNSUPPORTED
