// What a mistyped command may have meant.
#pragma once

#include <string>
#include <vector>

namespace workbook::cli {

// `words` begins with something that is none of the commands: a sentence that says what to type.
std::string suggestion(const std::vector<std::string>& words,
                       const std::vector<std::string>& commands);

} // namespace workbook::cli
