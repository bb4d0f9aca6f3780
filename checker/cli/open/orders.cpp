#include "cli/open/orders.hpp"

#include <algorithm>
#include <map>
#include <sstream>

namespace workbook::cli::open {

std::optional<PageOrder> order_of(const Course& course, const std::string& line) {
    using Kind = PageOrder::Kind;
    static const std::map<std::string, Kind> kinds = {
        {"go_to", Kind::go_to}, {"check", Kind::check},         {"profile", Kind::profile},
        {"hints", Kind::hints}, {"check_all", Kind::check_all}, {"stop", Kind::stop}};
    std::istringstream words(line);
    std::string word, name, rest;
    words >> word;
    const auto kind = kinds.find(word);
    if (kind == kinds.end()) return std::nullopt;
    PageOrder order{kind->second};
    if (order.kind != Kind::check_all && order.kind != Kind::stop) {
        words >> name;
        const auto lesson = std::ranges::find(course.lessons, name, &Lesson::name);
        if (lesson == course.lessons.end()) return std::nullopt;
        order.lesson = static_cast<std::size_t>(lesson - course.lessons.begin());
    }
    if (order.kind == Kind::hints && !(words >> order.hints)) return std::nullopt;
    if (words >> rest) return std::nullopt;
    return order;
}

} // namespace workbook::cli::open
