// Comments as C++ has them, and PTX as well.
#pragma once

#include <string>
#include <string_view>

namespace workbook {

// The text with a space in place of each comment; the end of a line stays. Quotes are not looked
// at: what looks like a comment between them goes, too.
std::string without_comments(std::string_view text);

} // namespace workbook
