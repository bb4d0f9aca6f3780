#include "cli/profile/profile_report.hpp"

#include "cli/lesson_report.hpp"
#include "cli/profile/listing.hpp"
#include "cli/profile/numbers.hpp"
#include "cli/profile/pairing.hpp"
#include "cli/profile/remarks.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace workbook::cli {
namespace {

// What the check said, where it was not content: kernels of a wrong program are looked at, too.
std::string failed_check_text(const ProfiledProgram& program, const TextStyle& style) {
    if (program.result.verdict == passed) return "";
    std::string text =
        "\n" + indented(fmt::format("{} did not pass; ./workbook check {} says more.",
                                    program.source.name, program.result.lesson),
                        0, style.width);
    if (!program.result.messages.empty())
        text += message_report(program.result.messages.front(), 4, style);
    return text;
}

std::string no_kernel_text(const ProfiledProgram& program, const TextStyle& style) {
    const std::string what = program.profile->launches.empty()
                                 ? "No kernel was launched."
                                 : "No kernel ran: every launch was refused.";
    return indented(what + " There is nothing to profile yet.", 0, style.width) +
           failed_check_text(program, style);
}

} // namespace

std::string profile_report(const Course& course, const ProfiledProgram& program,
                           std::uint64_t launch, const TextStyle& style) {
    if (!program.profile) return check_report(course, {program.result}, 3, style);
    const auto launches = chosen_launches(program, launch);
    if (launches.empty()) return no_kernel_text(program, style);
    std::string text;
    for (std::size_t i = 0; i < std::min(launches.size(), most_kernel_pages); ++i)
        text += (i == 0 ? "" : "\n") +
                kernel_page(program.source, *program.profile, *launches[i], style);
    if (launches.size() > most_kernel_pages)
        text += fmt::format("\nand {} smaller kernels: --launches lists them, --launch K shows "
                            "one\n",
                            launches.size() - most_kernel_pages);
    text += failed_check_text(program, style);
    if (launch == 0)
        text += "\n" + indented(fmt::format("More: --launches lists all {} launches, --launch K "
                                            "shows one of them, --against FILE sets another "
                                            "program beside this one.",
                                            grouped(program.profile->launch_count)),
                                0, style.width);
    return text;
}

std::string comparison_report(const Course& course, const ProfiledProgram& first,
                              const ProfiledProgram& second, std::uint64_t launch,
                              const TextStyle& style) {
    for (const ProfiledProgram* program : {&first, &second}) {
        if (!program->profile)
            return program->source.name + ":\n" + check_report(course, {program->result}, 3, style);
        if (biggest_launches(*program->profile).empty())
            return program->source.name + ":\n" + no_kernel_text(*program, style);
    }
    std::string text;
    std::size_t pages = 0;
    for (const auto& [own, other] : compared_launches(first, second, launch, most_kernel_pages))
        text += (++pages == 1 ? "" : "\n") + compared_page({first.source, *first.profile, *own},
                                                           {second.source, *second.profile, *other},
                                                           style);
    if (pages == 0)
        text = indented("No call ran a kernel in both programs: there is nothing to compare.", 0,
                        style.width);
    return text + failed_check_text(first, style) + failed_check_text(second, style);
}

namespace {

using ReportJson = nlohmann::ordered_json;

ReportJson counts_json(const Counts& counts) {
    ReportJson object = ReportJson::object();
    for (const auto& [name, value] : counts.values) object[name] = value;
    return object;
}

ReportJson access_json(const WarpAccess& access) {
    ReportJson offsets = ReportJson::array();
    for (const auto& offset : access.offsets)
        offsets.push_back(offset ? ReportJson(*offset) : ReportJson());
    return {{"space", access.space}, {"action", access.action},   {"memory", access.memory},
            {"bytes", access.bytes}, {"address", access.address}, {"cost", access.cost},
            {"offsets", offsets}};
}

ReportJson line_json(const LineProfile& line) {
    ReportJson accesses = ReportJson::array();
    for (const WarpAccess& access : line.accesses) accesses.push_back(access_json(access));
    return {{"file", line.file},
            {"line", line.line},
            {"counters", counts_json(line.counts)},
            {"accesses", accesses}};
}

ReportJson kernel_json(const ProfiledProgram& program, const LaunchProfile& launch) {
    ReportJson lines = ReportJson::array();
    for (const LineProfile& line : launch.lines) lines.push_back(line_json(line));
    const Extent &grid = launch.grid, &block = launch.block;
    return {{"kernel", launch.kernel},
            {"launch", launch.number},
            {"case", program.profile->call(launch.call).test_case},
            {"function", program.profile->call(launch.call).function},
            {"grid", {grid.x, grid.y, grid.z}},
            {"block", {block.x, block.y, block.z}},
            {"counters", counts_json(launch.totals)},
            {"lines", lines},
            {"remarks", remarks_on(program.source, launch)}};
}

ReportJson program_json(const ProfiledProgram& program, std::uint64_t launch) {
    ReportJson object{{"file", program.source.name},     {"verdict", program.result.verdict},
                      {"messages", ReportJson::array()}, {"launches", 0},
                      {"kernels", ReportJson::array()},  {"faults", ReportJson::array()}};
    for (const Message& message : program.result.messages)
        object["messages"].push_back(message.text);
    if (!program.profile) return object;
    object["launches"] = program.profile->launch_count;
    for (const LaunchProfile* chosen : chosen_launches(program, launch))
        object["kernels"].push_back(kernel_json(program, *chosen));
    for (const FaultProfile& fault : program.profile->faults) {
        ReportJson places = ReportJson::array();
        for (const SourcePlace& place : fault.places)
            places.push_back({{"file", place.file}, {"line", place.line}});
        object["faults"].push_back({{"kind", fault.kind},
                                    {"message", fault.message},
                                    {"kernel", fault.kernel},
                                    {"places", places}});
    }
    return object;
}

} // namespace

std::string profile_json(const Lesson& lesson, const ProfiledProgram& first,
                         const ProfiledProgram* second, std::uint64_t launch) {
    ReportJson object{{"lesson", lesson.name},
                      {"device", first.result.device},
                      {"seed", first.result.seed},
                      {"programs", ReportJson::array()}};
    object["programs"].push_back(program_json(first, launch));
    if (second != nullptr) object["programs"].push_back(program_json(*second, launch));
    return object.dump(2, ' ', false, ReportJson::error_handler_t::replace) + "\n";
}

} // namespace workbook::cli
