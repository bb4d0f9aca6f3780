// The colours of all pages, a style sheet that only sets them: colours.css, as the build has put it
// into the program. It is in the tool itself, which has pages of its own: profiles and reports.
#pragma once

#include <string_view>

namespace workbook::cli::assets {

extern const std::string_view colours_css;

} // namespace workbook::cli::assets
