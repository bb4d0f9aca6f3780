#include "cli/book/links.hpp"

#include "cli/pages/addresses.hpp"

#include <fmt/core.h>

namespace workbook::cli::book {

namespace fs = std::filesystem;

Links::Links(const Course& course, const std::vector<Text>& texts, std::string source_url)
    : course_(course), source_url_(std::move(source_url)) {
    for (const Text& text : texts) {
        texts_[text.place] = &text;
        for (const Text& translation : text.translations) texts_[translation.place] = &translation;
    }
}

const Text* Links::text_at(const std::string& place) const {
    for (const auto& path : {place, (fs::path(place) / "README.md").generic_string()})
        if (const auto found = texts_.find(path); found != texts_.end()) return found->second;
    return nullptr;
}

std::string Links::mistake(const Text& text, const pages::Reference& reference,
                           const std::string& what) {
    complaints_.push_back(fmt::format("{}:{}: the {} \"{}\" {}", text.place, reference.line,
                                      reference.is_picture ? "picture" : "link", reference.address,
                                      what));
    return reference.address;
}

std::string Links::address_of(const std::string& from, const std::string& place) {
    if (place.empty()) return pages::relative_address(from, "index.html");
    if (const Text* text = text_at(place)) return pages::relative_address(from, text->address);
    switch (pages::shown_as(course_, place)) {
    case pages::ShownAs::nothing:
        return "";
    case pages::ShownAs::folder:
        folders_.insert(place);
        return pages::relative_address(from, place + "/index.html");
    case pages::ShownAs::picture:
        pictures_.insert(place);
        return pages::relative_address(from, place);
    case pages::ShownAs::source:
        break;
    }
    if (!source_url_.empty()) return source_url_ + "/" + place;
    sources_.insert(place);
    return pages::relative_address(from, place + ".html");
}

std::string Links::resolved(const Text& text, const pages::Reference& reference) {
    const auto to = pages::inside(reference.address);
    if (!to) return reference.address;
    const auto place = to->path.empty() ? text.place : pages::from_root(text.place, to->path);
    if (!place) return mistake(text, reference, "leads out of the course");
    if (pages::is_left_out(*place))
        return mistake(text, reference,
                       "leads to what the book leaves out: solutions, hidden "
                       "files, the build");
    if (reference.is_picture && !pages::is_picture(*place))
        return mistake(text, reference, "is none of the kinds .svg, .png and .jpg");
    const std::string address = address_of(text.address, *place);
    if (address.empty())
        return mistake(text, reference, fmt::format("leads to {}, which is not there", *place));
    if (to->anchor.empty()) return address;
    const Text* target = text_at(*place);
    if (target == nullptr && !pages::inside(address)) return address + "#" + to->anchor;
    if (target == nullptr || !target->anchors.contains(to->anchor))
        return mistake(text, reference,
                       fmt::format("leads to {}, which has no heading of that name", *place));
    return (target == &text ? "" : address) + "#" + to->anchor;
}

} // namespace workbook::cli::book
