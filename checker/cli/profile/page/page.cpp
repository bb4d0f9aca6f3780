#include "cli/profile/page/page.hpp"

#include "cli/formats/html_parts.hpp"
#include "cli/formats/safe_text.hpp"
#include "cli/pages/colours.hpp"
#include "cli/profile/numbers.hpp"
#include "cli/profile/page/arrays.hpp"
#include "cli/profile/page/assets.hpp"
#include "cli/profile/page/lanes.hpp"
#include "cli/profile/page/order.hpp"
#include "cli/profile/page/output.hpp"
#include "cli/profile/page/parts.hpp"
#include "cli/profile/page/second_run.hpp"
#include "cli/profile/pairing.hpp"
#include "cli/profile/remarks.hpp"
#include "cli/profile/totals.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <tuple>

namespace workbook::cli {
namespace {

// How much the pictures are drawn from. The whole page stays below 3 MB.
constexpr std::size_t room_for_data = 2 << 20;
constexpr std::size_t room_for_arrays = 700'000;

struct PageKernel {
    std::vector<PageLaunch> programs; // one, or two beside each other
};

bool has_fault(const ProfiledProgram& program, const LaunchProfile& launch) {
    return std::ranges::any_of(program.profile->faults, [&](const FaultProfile& fault) {
        return fault.kernel == launch.kernel;
    });
}

// What has a fault comes first, then what is near to the failure, then what wastes most.
void put_worst_first(std::vector<LaunchPair>& pairs, const ProfiledProgram& first,
                     const ProfiledProgram* second) {
    std::ranges::stable_sort(pairs, std::ranges::greater(), [&](const LaunchPair& pair) {
        const auto& [own, other] = pair;
        const bool beside = second != nullptr && other != nullptr;
        return std::tuple(has_fault(first, *own) || (beside && has_fault(*second, *other)),
                          std::max(nearness_to_failure(first, *own),
                                   beside ? nearness_to_failure(*second, *other) : Nearness()),
                          waste_of(first.source, *own));
    });
}

std::vector<PageKernel> kernels_of(const ProfiledProgram& first, const ProfiledProgram* second,
                                   std::uint64_t number) {
    if (!first.profile || (second != nullptr && !second->profile)) return {};
    std::vector<LaunchPair> pairs;
    if (second != nullptr) pairs = compared_launches(first, *second, number, most_kernel_pages);
    if (pairs.empty())
        for (const LaunchProfile* launch : chosen_launches(first, number))
            if (pairs.size() < most_kernel_pages) pairs.emplace_back(launch, nullptr);
    put_worst_first(pairs, first, second);

    std::vector<PageKernel> kernels;
    for (const auto& [own, other] : pairs) {
        const std::string id = fmt::format("k{}", kernels.size() + 1);
        PageKernel& kernel = kernels.emplace_back();
        kernel.programs.push_back({first, *own, id + "a", other != nullptr});
        if (other != nullptr) kernel.programs.push_back({*second, *other, id + "b", true});
    }
    return kernels;
}

// For the policy that lets only this script run.
std::string base64_of_hex(std::string_view digits) {
    constexpr std::string_view letters =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const auto value = [](char digit) {
        return static_cast<unsigned>(digit <= '9' ? digit - '0' : digit - 'a' + 10);
    };
    std::string text;
    unsigned bits = 0, count = 0;
    for (const char digit : digits) {
        bits = bits << 4 | value(digit);
        for (count += 4; count >= 6; count -= 6) text += letters[bits >> (count - 6) & 63];
    }
    if (count > 0) text += letters[bits << (6 - count) & 63];
    while (text.size() % 4 != 0) text += '=';
    return text;
}

// Each with its SHA-256.
std::vector<std::pair<std::string_view, std::string_view>> page_scripts() {
    return {{assets::page_js, assets::page_js_sha256},
            {assets::arrays_js, assets::arrays_js_sha256},
            {assets::order_js, assets::order_js_sha256},
            {assets::lanes_js, assets::lanes_js_sha256}};
}

std::string allowed_scripts() {
    std::string text;
    for (const auto& [script, hash] : page_scripts())
        text += " 'sha256-" + base64_of_hex(hash) + "'";
    return text;
}

// JSON that can stand in a <script>: no "</script>", no "<!--".
std::string script_json(const nlohmann::json& data) {
    std::string text;
    for (const char c : data.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace)) {
        if (c == '<' || c == '>' || c == '&')
            text += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
        else
            text += c;
    }
    return text;
}

std::string verdicts_part(const PageKernel& kernel) {
    std::string text;
    for (const PageLaunch& shown : kernel.programs) {
        const std::string who =
            shown.beside ? "<span class=\"who\">" + page_text(shown.source().label) + "</span> "
                         : std::string();
        text += "<p class=\"verdict-line\">" + who + page_text(verdict_sentence(shown)) + "</p>\n";
    }
    return text;
}

std::string kernel_part(const PageKernel& kernel, std::size_t number, bool arrays_first) {
    const PageLaunch& own = kernel.programs.front();
    std::string text = fmt::format("<section class=\"kernel\" id=\"k{}\">\n<h2>{}</h2>\n", number,
                                   page_text(short_kernel_name(own.launch.kernel)));
    const bool alike = std::ranges::all_of(kernel.programs, [&](const PageLaunch& shown) {
        return launch_heading(shown.profile(), shown.launch) ==
               launch_heading(own.profile(), own.launch);
    });
    for (const PageLaunch& shown : kernel.programs) {
        const std::string who = alike ? "" : page_text(shown.source().label) + ": ";
        text += "<p class=\"soft\">" + who +
                page_text(launch_heading(shown.profile(), shown.launch)) + "</p>\n";
        if (alike) break;
    }
    std::string arrays;
    for (const PageLaunch& shown : kernel.programs) arrays += arrays_part(shown);
    text += verdicts_part(kernel) + (arrays_first ? arrays : "") + bars_part(kernel.programs);
    text += differences_part(kernel.programs);
    for (const PageLaunch& shown : kernel.programs) text += remarks_part(shown);
    text += "<p class=\"soft hint\">Choose a line to see what a warp does there: its 32 lanes, and "
            "the sectors or banks that they reach.</p>\n";
    for (const PageLaunch& shown : kernel.programs) text += source_part(shown) + lanes_part(shown);
    return text + (arrays_first ? "" : arrays) + counts_part(kernel.programs) + "</section>\n";
}

std::string contents_part(const std::vector<PageKernel>& kernels) {
    if (kernels.size() < 2) return "";
    std::string items;
    for (std::size_t i = 0; i < kernels.size(); ++i)
        items +=
            fmt::format("<li><a href=\"#k{}\">{}</a></li>\n", i + 1,
                        page_text(short_kernel_name(kernels[i].programs.front().launch.kernel)));
    return "<nav aria-label=\"kernels\"><ul>\n" + items + "</ul></nav>\n";
}

// The calls whose order is shown, one for each of the first kernel's programs: the same call in
// both. If a launch was asked for by its number, it is that launch's call.
std::vector<std::uint64_t> calls_for_order(const PageKernel& kernel, std::uint64_t number) {
    const PageLaunch& own = kernel.programs.front();
    const bool may_choose = number == 0 && own.program.result.verdict == passed;
    const std::uint64_t chosen = call_for_order(own.profile(), own.launch.call, may_choose);
    std::vector<std::uint64_t> calls{chosen};
    if (kernel.programs.size() == 1) return calls;
    const PageLaunch& other = kernel.programs.back();
    const CallProfile call = own.profile().call(chosen), same = other.profile().call(chosen);
    const bool is_same = call.function == same.function && call.test_case == same.test_case;
    if (!is_same) calls.front() = own.launch.call;
    calls.push_back(is_same ? chosen : other.launch.call);
    return calls;
}

struct OrderPart {
    std::string html;
    bool has_streams = false; // more than one
};

OrderPart order_part(const std::vector<PageKernel>& kernels, std::uint64_t number) {
    constexpr std::size_t most_steps = 150;
    if (kernels.empty()) return {};
    OrderPart part;
    const auto& programs = kernels.front().programs;
    const auto calls = calls_for_order(kernels.front(), number);
    for (std::size_t p = 0; p < programs.size(); ++p) {
        const PageLaunch& shown = programs[p];
        std::map<std::string, std::string> links;
        for (std::size_t i = 0; i < kernels.size(); ++i)
            for (const PageLaunch& one : kernels[i].programs)
                if (&one.program == &shown.program)
                    links.try_emplace(one.launch.kernel, fmt::format("k{}", i + 1));
        const WorkOrder order = work_order(order_of_call(shown.profile(), calls[p]), most_steps);
        part.has_streams |= order.streams() > 1;
        part.html += order_figure(order, "order-" + shown.id,
                                  shown.beside ? shown.source().label : "", links);
    }
    if (part.html.empty()) return {};
    const CallProfile call = programs.front().profile().call(calls.front());
    part.html =
        "<section class=\"order-part\" id=\"order\">\n<h2>The order of the work</h2>\n<p "
        "class=\"soft\">" +
        page_text(call.function + (call.test_case.empty()
                                       ? std::string()
                                       : " in the case “" + call.test_case + "”")) +
        ". It is an order and no time: a step stands in the first column behind all that it "
        "comes after.</p>\n" +
        part.html + "</section>\n";
    return part;
}

std::string footer_part(const std::string& left_out) {
    return "<footer>\n<p>Every number is counted on the virtual GPU; none is a time. Sectors are "
           "32 bytes of global memory, turns are one word from each of the 32 banks of shared "
           "memory. Of each line the first 32 accesses of each kind are kept, and the one that "
           "cost most. " +
           page_text(left_out) +
           "</p>\n<p>Hover over a number to read what Nsight Compute calls it.</p>\n</footer>\n";
}

std::string page_head(const std::string& title) {
    return std::string("<!DOCTYPE html>\n") + page_marker +
           "\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
           "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
           "base-uri 'none'; form-action 'none'; style-src 'unsafe-inline'; script-src" +
           allowed_scripts() +
           "\">\n<meta name=\"viewport\" content=\"width=device-width, "
           "initial-scale=1\">\n<title>" +
           page_text(title) + "</title>\n<style>\n" + std::string(assets::colours_css) +
           std::string(assets::page_css) + std::string(assets::arrays_css) +
           std::string(assets::order_css) + "</style>\n</head>\n";
}

std::string nothing_part(const ProfiledProgram& program) {
    if (!program.profile) return ""; // the failure says it
    return "<p>No kernel of " + page_text(program.source.name) +
           " ran. There is nothing to profile yet.</p>\n";
}

} // namespace

std::string page_text(const std::string& text) { return html_text(safe_text(text)); }

void look_at_arrays(ProfiledProgram& first, ProfiledProgram* second, std::uint64_t launch) {
    std::vector<PageLaunch> shown;
    for (const PageKernel& kernel : kernels_of(first, second, launch))
        for (const PageLaunch& one : kernel.programs) shown.push_back(one);
    const auto wanted_of = [&](const ProfiledProgram& program) {
        std::vector<PageLaunch> launches;
        if (const auto faulty = launch_of_fault(program, "")) launches.push_back(*faulty);
        for (const PageLaunch& one : shown)
            if (&one.program == &program) launches.push_back(one);
        return launches;
    };
    add_arrays(first, wanted_of(first));
    if (second != nullptr) add_arrays(*second, wanted_of(*second));
}

std::string profile_page(const Lesson& lesson, const ProfiledProgram& first,
                         const ProfiledProgram* second, std::uint64_t launch, bool arrays_first) {
    const auto kernels = kernels_of(first, second, launch);
    std::vector<PageLaunch> shown;
    for (const PageKernel& kernel : kernels)
        for (const PageLaunch& one : kernel.programs) shown.push_back(one);

    std::string what = page_text(first.source.name);
    if (second != nullptr) what += " beside " + page_text(second->source.name);
    std::string body = "<header>\n<h1>" + page_text(lesson.name) + ": " + page_text(lesson.title) +
                       "</h1>\n<p class=\"soft\">" + what +
                       fmt::format(", on the virtual GPU, seed {}</p>\n", first.result.seed);
    if (second != nullptr && !second->origin.empty())
        body += "<p class=\"soft\">" + page_text(second->origin) + "</p>\n";
    body += "</header>\n<main>\n";
    body += failure_part(first, shown);
    if (second != nullptr) body += failure_part(*second, shown);
    if (kernels.empty()) body += nothing_part(first);
    if (second != nullptr && !kernels.empty() && kernels.front().programs.size() == 1)
        body += "<p>No call ran a kernel in both programs: there is nothing to compare.</p>\n";
    body += contents_part(kernels);
    // Where streams are used the order is what the lesson is about.
    const OrderPart order = order_part(kernels, launch);
    if (order.has_streams) body += order.html;
    for (std::size_t i = 0; i < kernels.size(); ++i)
        body += kernel_part(kernels[i], i + 1, arrays_first);
    if (!order.has_streams) body += order.html;

    nlohmann::json data = nlohmann::json::object();
    std::size_t room = room_for_data;
    std::string left_out;
    for (const PageLaunch& one : shown) {
        data[one.id] = lines_data(one, room, left_out);
        data[one.id]["warps"] = lanes_data(one, room, left_out);
    }
    std::size_t room_of_arrays = std::min(room, room_for_arrays);
    for (const ProfiledProgram* program : {&first, second})
        if (program != nullptr)
            if (const auto faulty = launch_of_fault(*program, id_of_fault(*program, shown)))
                data[faulty->id] = fault_data(*faulty, room_of_arrays);
    for (const PageLaunch& one : shown)
        data[one.id]["arrays"] = arrays_data(one, room_of_arrays, left_out);
    if (!shown.empty() && kernels.size() == most_kernel_pages)
        left_out +=
            fmt::format("At most {} kernels are shown; --launch K shows any.", most_kernel_pages);
    std::string scripts;
    for (const auto& [script, hash] : page_scripts())
        scripts += "<script>" + std::string(script) + "</script>\n";
    return page_head(lesson.name + ": profile") + "<body>\n" + body +
           "<noscript><p>The pictures of warps need the script of this page.</p></noscript>\n"
           "</main>\n" +
           footer_part(left_out) + "<script type=\"application/json\" id=\"data\">" +
           script_json(data) + "</script>\n" + scripts + "</body>\n</html>\n";
}

std::string profile_trace(const Lesson& lesson, const ProfiledProgram& first,
                          const ProfiledProgram* second, std::uint64_t launch) {
    constexpr std::size_t most_in_trace = 400;
    nlohmann::json events = nlohmann::json::array();
    const auto kernels = kernels_of(first, second, launch);
    if (!kernels.empty()) {
        const auto& programs = kernels.front().programs;
        const auto calls = calls_for_order(kernels.front(), launch);
        for (std::size_t p = 0; p < programs.size(); ++p) {
            const Profile& profile = programs[p].profile();
            const CallProfile call = profile.call(calls[p]);
            add_trace_events(work_order(order_of_call(profile, calls[p]), most_in_trace),
                             programs[p].source().label + ": " + call.function + ", " +
                                 call.test_case,
                             static_cast<int>(p) + 1, events);
        }
    }
    const nlohmann::ordered_json document{
        {"otherData",
         {{"workbook", trace_marker},
          {"lesson", lesson.name},
          {"note", "an order of steps, no times: each step lasts the same"}}},
        {"traceEvents", events}};
    return document.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

} // namespace workbook::cli
