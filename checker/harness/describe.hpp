// What happened, in sentences for the student.
#pragma once

#include "harness/run.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace workbook {

// Text from the learner's process, fit for a terminal and a message: control characters replaced,
// cut to `most` bytes.
std::string printable(std::string_view text, std::size_t most);

// One fault of the device in words; several, and races: fault_text.hpp.
std::string describe(const DeviceFault& fault);
// "at (/home/me/a.cu:12)" becomes "at (a.cu:12)": the last component of a path says enough. Also of
// headers, .h and .hpp.
std::string without_folders(std::string_view text);
// "n = 1, 1 blocks" becomes "n = 1, 1 block": the sentences of a check are written for any number.
std::string with_singulars(std::string text);
// "1 copy", "2 copies"
std::string plural(std::uint64_t count, const char* one, const char* many);
// "add.cu:12"; the file alone where the compiler tells no line.
std::string line_of(const SourceFrame& frame);
// " in square.cu:31": what comes behind a call whose place in the program is known; else "".
std::string in_place(const std::string& place);
// "cudaMemcpy in square.cu:31"
template <class ApiCall>
std::string describe_call(const ApiCall& call) {
    return printable(call.api, 64) + in_place(call.place);
}
// A launch that was refused.
std::string describe_refused(const Launch& launch);
// Name of a cudaError_t, "cudaError 4711" when it is none of the common ones.
std::string cuda_error_name(int error);

} // namespace workbook
