// Markdown as HTML: the tables of GitHub, the HTML that stands in it, and headings that links can
// name.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace workbook::cli::pages {

// An address in a text: of a link or a picture.
struct Reference {
    std::string address;
    bool is_picture = false; // else a link
    int line = 1;            // of the text
};

// The address that replaces it.
using Rewrite = std::function<std::string(const Reference&)>;

// The text is one of the course's own: its HTML stays as it is, but for the addresses in it.
std::string html_of_markdown(const std::string& text, const Rewrite& rewrite);

// The text of the first heading.
std::string title_of_markdown(const std::string& text);

// The names in the text that links can lead to: those of its headings, and the ids of its HTML.
std::set<std::string> anchors_of_markdown(const std::string& text);

// A heading and the words below it, up to the next one. What is folded is left out, so that a
// search finds no hints and no answers.
struct Section {
    std::string heading;
    std::string anchor; // "" above the first heading
    std::string words;
};
std::vector<Section> sections_of_markdown(const std::string& text);

// The name that a heading has in links, as GitHub makes it: "What is built" -> "what-is-built".
std::string heading_name(std::string_view heading);

} // namespace workbook::cli::pages
