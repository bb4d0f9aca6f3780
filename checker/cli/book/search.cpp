#include "cli/book/search.hpp"

#include "cli/pages/markdown.hpp"

#include <nlohmann/json.hpp>

namespace workbook::cli::book {

namespace {

void enter(nlohmann::ordered_json& index, const Text& text) {
    for (const auto& section : pages::sections_of_markdown(text.markdown)) {
        if (section.words.empty() && section.heading != text.title) continue;
        const std::string behind = section.anchor.empty() ? "" : "#" + section.anchor;
        index.push_back({text.address + behind, text.title, section.heading, section.words});
    }
    for (const Text& translation : text.translations) enter(index, translation);
}

} // namespace

std::string search_index(const std::vector<Text>& texts) {
    auto index = nlohmann::ordered_json::array();
    for (const Text& text : texts) enter(index, text);
    return "\"use strict\";\nconst searchIndex = " +
           index.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + ";\n";
}

} // namespace workbook::cli::book
