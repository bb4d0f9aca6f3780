// What the pages for browsers share, and JUnit's XML.
#pragma once

#include <string>

namespace workbook::cli {

// The text with the signs of HTML and XML escaped; good in an attribute, too.
std::string html_text(const std::string& text);

// The verdict with its sign and colour.
std::string html_verdict(const std::string& verdict);

// A whole page that fetches nothing and runs nothing. `title` is text, `body` is HTML, `style` is
// CSS that it needs besides ours.
std::string html_page(const std::string& title, const std::string& body,
                      const std::string& style = "");

} // namespace workbook::cli
