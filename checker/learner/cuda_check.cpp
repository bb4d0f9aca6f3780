// The part of wire/cuda_check.hpp that is compiled once for all lessons.
#include <source_location>
#include <stdexcept>
#include <string>

namespace workbook::learner {

[[noreturn]] void throw_cuda_error(const char* name, const char* text, std::source_location where);

void throw_cuda_error(const char* name, const char* text, std::source_location where) {
    throw std::runtime_error(std::string(where.file_name()) + ":" + std::to_string(where.line()) +
                             ": " + name + ": " + text);
}

} // namespace workbook::learner
