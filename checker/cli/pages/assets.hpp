// The styles, scripts and HTML of the pages as the build has put them into the program.
#pragma once

#include <string_view>

namespace workbook::cli::pages::assets {

extern const std::string_view pages_css; // what all pages share
extern const std::string_view open_html;
extern const std::string_view open_css;
extern const std::string_view open_js;
extern const std::string_view book_css;
extern const std::string_view search_js;

} // namespace workbook::cli::pages::assets
