#include "cli/book/book.hpp"

#include "cli/book/contents.hpp"
#include "cli/book/links.hpp"
#include "cli/book/page.hpp"
#include "cli/book/search.hpp"
#include "cli/files.hpp"
#include "cli/formats/html_parts.hpp"
#include "cli/interrupt.hpp"
#include "cli/pages/addresses.hpp"
#include "cli/pages/assets.hpp"
#include "cli/pages/colours.hpp"
#include "cli/stubs.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace workbook::cli::book {
namespace {

void add(Files& files, const Page& page) { files[page.address] = html_of(page); }

// The text in that language, else as it was written.
const Text& in_language(const Text& text, const std::string& language) {
    const auto found = std::ranges::find(text.translations, language, &Text::language);
    return found == text.translations.end() ? text : *found;
}

// "" where the neighbour is about something else.
std::string link_to_neighbour(const Text& from, const Text& neighbour, const char* relation) {
    if (neighbour.group != from.group) return "";
    const Text& to = in_language(neighbour, from.language);
    const bool is_next = std::string_view(relation) == "next";
    return link_to(pages::relative_address(from.address, to.address),
                   is_next ? to.title + " →" : "← " + to.title,
                   fmt::format("rel=\"{}\" lang=\"{}\"", relation, to.language));
}

// "English Deutsch", the other languages as links; nothing where there is but one.
std::string languages_of(const Text& text, const Text& original) {
    if (original.translations.empty()) return "";
    std::vector<const Text*> all = {&original};
    for (const Text& translation : original.translations) all.push_back(&translation);
    std::string line;
    for (const Text* one : all) {
        const std::string language = fmt::format("lang=\"{}\"", html_text(one->language));
        line += one == &text
                    ? fmt::format("<span {}>{}</span> ", language, html_text(one->language_name))
                    : link_to(pages::relative_address(text.address, one->address),
                              one->language_name, language) +
                          " ";
    }
    return "<p class=\"languages\">" + line + "</p>\n";
}

// The page of `text`, which is texts[i] or a translation of it.
Page page_of(const std::vector<Text>& texts, std::size_t i, const Text& text, Links& links) {
    Page page{text.address, text.title,
              languages_of(text, texts[i]) +
                  pages::html_of_markdown(text.markdown, [&](const pages::Reference& reference) {
                      return links.resolved(text, reference);
                  })};
    page.language = text.language;
    if (i > 0) page.previous = link_to_neighbour(text, texts[i - 1], "prev");
    if (i + 1 < texts.size()) page.next = link_to_neighbour(text, texts[i + 1], "next");
    return page;
}

// A lesson's file is shown as it was handed out, also where the file has been solved meanwhile.
std::string source_of(const Course& course, const std::string& place) {
    const auto lesson = std::ranges::find(course.lessons, course.root / place, &Lesson::stub);
    auto text =
        lesson == course.lessons.end() ? std::nullopt : file_text(stub_copy(course, *lesson));
    if (!text) text = file_text(course.root / place);
    if (!text) throw UserError(fmt::format("{} cannot be read. A text links to it.", place));
    return *text;
}

} // namespace

Files book_of(const Course& course, const std::string& source_url) {
    const auto texts = texts_of(course);
    Links links(course, texts, source_url);
    Files files;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        throw_if_interrupted();
        add(files, page_of(texts, i, texts[i], links));
        for (const Text& translation : texts[i].translations)
            add(files, page_of(texts, i, translation, links));
    }
    for (const auto& place : links.folders()) add(files, folder_page(course, place, links));
    for (const auto& place : links.sources())
        add(files, source_page(place, source_of(course, place)));
    for (const auto& place : links.pictures()) files[place] = source_of(course, place);
    if (!links.complaints().empty())
        throw UserError(fmt::format("these links lead nowhere, so there is no book. Mend them:\n{}",
                                    fmt::join(links.complaints(), "\n")));
    add(files, front_page(course, texts));
    add(files, search_page());
    files["search_index.js"] = search_index(texts);
    files["search.js"] = pages::assets::search_js;
    files["book.css"] = std::string(assets::colours_css) + std::string(pages::assets::pages_css) +
                        std::string(pages::assets::book_css);
    return files;
}

} // namespace workbook::cli::book
