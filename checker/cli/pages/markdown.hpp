// Markdown as HTML: the tables of GitHub, the HTML that stands in it, and headings that links can
// name.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace workbook::cli::pages {

// What becomes of an address in the text; `is_picture`: of a picture.
using Rewrite = std::function<std::string(const std::string& address, bool is_picture)>;

// The text is one of the course's own: its HTML stays as it is, but for the addresses in it.
std::string html_of_markdown(const std::string& text, const Rewrite& rewrite);

// The text of the first heading.
std::string title_of_markdown(const std::string& text);

// The name that a heading has in links, as GitHub makes it: "What is built" -> "what-is-built".
std::string heading_name(std::string_view heading);

} // namespace workbook::cli::pages
