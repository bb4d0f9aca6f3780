// The style and script files of this folder, as the build has put them into the program.
#pragma once

#include <string_view>

namespace workbook::cli::assets {

extern const std::string_view page_css;
extern const std::string_view page_js;
extern const std::string_view arrays_css;
extern const std::string_view arrays_js;
extern const std::string_view arrays_js_sha256;
extern const std::string_view page_js_sha256; // in hexadecimal digits

} // namespace workbook::cli::assets
