// How messages name the arrays that a check passes: by the parameters of the lesson's header.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace workbook {

// The names in the declaration of `function`, in their order; "" for a parameter without a name.
// Empty if the header does not declare the function.
std::vector<std::string> parameter_names(std::string_view header, std::string_view function);

// The header of the lesson that this program checks. A file that the build writes calls it before
// main() (cmake/embed_header.cmake); returns true.
bool declare_lesson(std::string_view header);
// parameter_names() of that header; `count` empty ones for a function that it does not declare.
// Throws std::logic_error where a callable function has a parameter without a name.
std::vector<std::string> parameters_of(std::string_view function, std::size_t count);

} // namespace workbook
