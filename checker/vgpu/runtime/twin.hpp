// Programs built with per-thread default streams call the same functions under names of their own
// (suffix _ptsz or _ptds). Where every stream runs in order of submission the two are one function.
#pragma once

#define WORKBOOK_TWIN(function, suffix)                                                            \
    extern "C" __attribute__((visibility("default"),                                               \
                              alias(#function))) decltype(function) function##suffix
