// What stands on top of a page where the check did not pass.
#include "cli/formats/html_parts.hpp"
#include "cli/formats/words.hpp"
#include "cli/profile/page/arrays.hpp"
#include "cli/profile/page/parts.hpp"
#include "wire/source_files.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace workbook::cli {
namespace {

// Links to the lines of its places, where the page shows the kernel that it happened in.
std::string fault_links(const FaultProfile& fault, const std::vector<PageLaunch>& shown) {
    std::string links;
    for (const PageLaunch& one : shown) {
        if (one.launch.kernel != fault.kernel) continue;
        const auto lines = fault_lines_in(one.source(), one.profile(), one.launch);
        std::vector<int> told;
        for (const SourcePlace& place : fault.places) {
            if (wire::file_name(place.file) != one.source().file || !lines.contains(place.line) ||
                std::ranges::find(told, place.line) != told.end())
                continue;
            told.push_back(place.line);
            links +=
                fmt::format(" <a href=\"#{}\">line {}</a>", line_id(one, place.line), place.line);
        }
    }
    return links;
}

// The message, with each "transpose_tiled.cu:21" a link to that line, if the page shows it.
std::string linked_message(const std::string& message, const ProgramSource& source,
                           const std::vector<PageLaunch>& shown) {
    std::string text = page_text(message);
    const std::string name = page_text(source.file) + ":";
    for (std::size_t at = 0; (at = text.find(name, at)) != std::string::npos;) {
        const std::size_t digits = at + name.size();
        const std::size_t end = std::min(text.find_first_not_of("0123456789", digits), text.size());
        const bool is_line = end > digits && end - digits < 7;
        const int line = is_line ? std::stoi(text.substr(digits, end - digits)) : 0;
        const auto found = std::ranges::find_if(shown, [&](const PageLaunch& one) {
            return &one.source() == &source && lines_in(source, one.launch).contains(line);
        });
        if (found == shown.end()) {
            at = end;
            continue;
        }
        const std::string link =
            fmt::format("<a href=\"#{}\">{}</a>", line_id(*found, line), text.substr(at, end - at));
        text.replace(at, end - at, link);
        at += link.size();
    }
    return text;
}

std::string faults_list(const Profile& profile, const std::vector<PageLaunch>& shown) {
    constexpr std::size_t most = 5;
    std::string items;
    std::vector<std::string> told;
    for (const FaultProfile& fault : profile.faults) {
        const std::string item = "<li>" + page_text(fault.message) + " in <code>" +
                                 page_text(short_kernel_name(fault.kernel)) + "</code>" +
                                 fault_links(fault, shown) + "</li>\n";
        if (std::ranges::find(told, item) != told.end()) continue;
        told.push_back(item);
        if (told.size() <= most) items += item;
    }
    if (told.size() > most)
        items += fmt::format("<li>and {} more that differ</li>\n", told.size() - most);
    return items.empty() ? "" : "<ul>\n" + items + "</ul>\n";
}

} // namespace

std::string failure_part(const ProfiledProgram& program, const std::vector<PageLaunch>& shown) {
    const Result& result = program.result;
    const bool has_faults = program.profile && !program.profile->faults.empty();
    if (result.verdict == passed && !has_faults) return "";
    std::string text = "<section class=\"failure\" aria-label=\"what failed\">\n<h2>" +
                       page_text(program.source.name) + ": " + html_verdict(result.verdict) +
                       "</h2>\n";
    if (program.profile) text += faults_list(*program.profile, shown);
    if (const auto launch = launch_of_fault(program, id_of_fault(program, shown)))
        text += fault_picture_part(*launch);
    for (const Message& message : result.messages) {
        text += message.test_case.empty()
                    ? ""
                    : "<p>In the case “" + page_text(message.test_case) + "”:</p>\n";
        text += "<pre>\n" + linked_message(message.text, program.source, shown) + "</pre>\n";
        break; // check says the others
    }
    if (result.messages.size() > 1)
        text += fmt::format("<p class=\"soft\">and {} more: ./workbook check {}</p>\n",
                            result.messages.size() - 1, page_text(result.lesson));
    return text + "</section>\n";
}

} // namespace workbook::cli
