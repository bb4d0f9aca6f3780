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
    std::string text;
    const std::string plain = page_text(message);
    std::size_t at = 0;
    for (const ToldLine& told : told_lines(plain, page_text(source.file))) {
        const auto found = std::ranges::find_if(shown, [&](const PageLaunch& one) {
            return &one.source() == &source && lines_in(source, one.launch).contains(told.line);
        });
        if (found == shown.end()) continue;
        text += plain.substr(at, told.begin - at) +
                fmt::format("<a href=\"#{}\">{}</a>", line_id(*found, told.line),
                            plain.substr(told.begin, told.end - told.begin));
        at = told.end;
    }
    text += plain.substr(at);
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
    // All messages but the first are folded; `check` prints those that are too many for a page.
    constexpr std::size_t most_messages = 5;
    const auto& messages = result.messages;
    const std::size_t told = std::min(messages.size(), most_messages);
    for (std::size_t i = 0; i < told; ++i) {
        if (i == 1)
            text += fmt::format("<details>\n<summary>and {} more</summary>\n", messages.size() - 1);
        text += messages[i].test_case.empty()
                    ? ""
                    : "<p>In the case “" + page_text(messages[i].test_case) + "”:</p>\n";
        text += "<pre>\n" + linked_message(messages[i].text, program.source, shown) + "</pre>\n";
    }
    if (messages.size() > told)
        text += fmt::format("<p class=\"soft\">All of them: ./workbook check {}</p>\n",
                            page_text(result.lesson));
    if (told > 1) text += "</details>\n";
    return text + "</section>\n";
}

} // namespace workbook::cli
