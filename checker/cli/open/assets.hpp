// The page as the build has put it into the program: open.html, open.css, open.js, and the style
// that all pages share.
#pragma once

#include <string_view>

namespace workbook::cli::open::assets {

extern const std::string_view open_html;
extern const std::string_view open_css;
extern const std::string_view open_js;
extern const std::string_view pages_css;

} // namespace workbook::cli::open::assets
