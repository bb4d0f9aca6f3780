#include "cli/book/page.hpp"

#include "cli/formats/html_parts.hpp"
#include "cli/pages/addresses.hpp"
#include "cli/pages/markdown.hpp"
#include "cli/pages/sources.hpp"
#include "cli/result.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace workbook::cli::book {
namespace {

namespace fs = std::filesystem;

std::string element(const char* name, const std::string& inside) {
    return fmt::format("<{0}>{1}</{0}>\n", name, inside);
}

std::string header_of(const Page& page) {
    const auto to = [&](const char* address) {
        return html_text(pages::relative_address(page.address, address));
    };
    return fmt::format(
        "<header lang=\"en\">\n<nav aria-label=\"Book\"><a href=\"{}\">{}</a></nav>\n"
        "<form role=\"search\" action=\"{}\"><input type=\"search\" name=\"q\" "
        "aria-label=\"Words to search for\" placeholder=\"Words\"> "
        "<button>Search</button></form>\n</header>\n",
        to("index.html"), book_title, to("search.html"));
}

std::string footer_of(const Page& page) {
    if (page.previous.empty() && page.next.empty()) return "";
    return fmt::format("<footer>\n<nav lang=\"en\" aria-label=\"Neighbours\">\n<span>{}</span>\n"
                       "<span>{}</span>\n</nav>\n</footer>\n",
                       page.previous, page.next);
}

std::string lesson_row(const Lesson& lesson, const Text& text) {
    std::string languages;
    for (const Text& translation : text.translations)
        languages += " · " + link_to(translation.address, translation.language_name,
                                     fmt::format("lang=\"{}\"", html_text(translation.language)));
    std::string row =
        fmt::format("<li><span>{} {}{}</span><span class=\"points\">{} {}</span>",
                    link_to(text.address, lesson.name), html_text(lesson.title), languages,
                    spoken(lesson.points), lesson.points == 1 ? "point" : "points");
    if (!lesson.needs.empty())
        row += fmt::format("<span class=\"after soft\">after {}</span>",
                           html_text(fmt::format("{}", fmt::join(lesson.needs, ", "))));
    return row + "</li>\n";
}

bool is_on_fast_track(const Text& text) {
    return text.lesson != nullptr &&
           std::ranges::find(text.lesson->tracks, "fast") != text.lesson->tracks.end();
}

} // namespace

std::string link_to(const std::string& address, const std::string& words,
                    const std::string& attributes) {
    return fmt::format("<a href=\"{}\"{}{}>{}</a>", html_text(address),
                       attributes.empty() ? "" : " ", attributes, html_text(words));
}

std::string html_of(const Page& page) {
    const auto to = [&](const std::string& address) {
        return html_text(pages::relative_address(page.address, address));
    };
    std::string scripts;
    for (const auto& script : page.scripts)
        scripts += fmt::format("<script src=\"{}\" defer></script>\n", to(script));
    const std::string title =
        page.title == book_title ? page.title : page.title + " · " + book_title;
    return fmt::format("<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n"
                       "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                       "<title>{}</title>\n<link rel=\"icon\" href=\"data:,\">\n"
                       "<link rel=\"stylesheet\" href=\"{}\">\n{}</head>\n<body>\n"
                       "<a class=\"skip\" href=\"#page-text\" lang=\"en\">Skip to the text</a>\n"
                       "{}<main id=\"page-text\" tabindex=\"-1\">\n{}</main>\n{}</body>\n</html>\n",
                       html_text(page.language), html_text(title), to("book.css"), scripts,
                       header_of(page), page.body, footer_of(page));
}

Page front_page(const Course& course, const std::vector<Text>& texts) {
    std::string body, parts, fast;
    const auto begin_part = [&](const std::string& name) {
        const std::string anchor = pages::heading_name(name);
        parts += (parts.empty() ? "" : " · ") + link_to("#" + anchor, name);
        body += fmt::format("<h2 id=\"{}\">{}</h2>\n", html_text(anchor), html_text(name));
    };
    const auto end_lessons = [&] {
        if (fast.empty()) return;
        begin_part("The fast track");
        body += "<p>If you know parallel programming, these lessons are enough for a start.</p>\n"
                "<ul class=\"lessons\">\n" +
                fast + "</ul>\n";
        fast.clear();
    };
    std::string list; // the heading of the one that is open
    for (const Text& text : texts) {
        const bool is_lesson = text.lesson != nullptr;
        const std::string& heading = is_lesson ? text.lesson->chapter : text.group;
        if (heading != list) {
            if (!list.empty()) body += "</ul>\n";
            if (!is_lesson) end_lessons();
            if (list.empty() && is_lesson) begin_part(lessons_group);
            if (is_lesson) {
                body += element("h3", html_text(heading)) + "<ul class=\"lessons\">\n";
            } else {
                begin_part(heading);
                body += "<ul>\n";
            }
            list = heading;
        }
        const std::string row = is_lesson ? lesson_row(*text.lesson, text)
                                          : element("li", link_to(text.address, text.title));
        body += row;
        if (is_on_fast_track(text)) fast += row;
    }
    if (!list.empty()) body += "</ul>\n";
    end_lessons();
    const std::string version =
        course.version.empty() ? "" : "Version " + html_text(course.version) + ". ";
    return {"index.html", book_title,
            element("h1", book_title) +
                fmt::format("<p class=\"soft\">{}{}</p>\n", version, parts) + body};
}

Page search_page() {
    Page page{"search.html", "Search",
              "<h1>Search</h1>\n<p id=\"found\" role=\"status\"></p>\n<ol id=\"places\"></ol>\n"
              "<noscript><p>The search needs JavaScript. All texts are on "
              "<a href=\"index.html\">the front page</a>.</p></noscript>\n"};
    page.scripts = {"search_index.js", "search.js"};
    return page;
}

Page source_page(const std::string& place, const std::string& source) {
    return {place + ".html", fs::path(place).filename().string(),
            pages::html_of_source(place, source)};
}

Page folder_page(const Course& course, const std::string& place, Links& links) {
    const std::string address = place + "/index.html";
    return {address, place, pages::html_of_folder(course, place, [&](const std::string& file) {
                const Text* text = links.text_at(file);
                return pages::Entry{links.address_of(address, file),
                                    text != nullptr ? text->title : ""};
            })};
}

} // namespace workbook::cli::book
