// How a library that stands in for one of NVIDIA's refuses what it does not have.
#pragma once

// The runtime library offers it: says the name once on stderr, and notes it for a checker.
extern "C" int workbook_report_unsupported(const char* api);
