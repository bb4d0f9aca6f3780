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
extern const std::string_view order_css;
extern const std::string_view order_js, order_js_sha256;
extern const std::string_view lanes_js, lanes_js_sha256;

} // namespace workbook::cli::assets
