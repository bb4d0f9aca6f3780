// The order of a call's work as a picture, and as a file for trace viewers.
#include "cli/formats/safe_text.hpp"
#include "cli/profile/numbers.hpp"
#include "cli/profile/page/order.hpp"
#include "cli/profile/page/parts.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>

namespace workbook::cli {
namespace {

using Kind = OrderStep::Kind;
using Why = OrderArrow::Why;

// In pixels: a step's box, the room that it has, and what stands in front of the first.
constexpr int box_width = 136, box_height = 36, column_width = 164, lane_height = 60;
constexpr int head = 150, top = 26;

int x_of(const OrderStep& step) { return head + static_cast<int>(step.column) * column_width; }
int y_of(const OrderStep& step) {
    return top + static_cast<int>(step.lane) * lane_height + (lane_height - box_height) / 2;
}

const char* class_of(Kind kind) {
    switch (kind) {
    case Kind::copy:
    case Kind::set:
        return "copy";
    case Kind::launch:
        return "launch";
    case Kind::host_function:
    case Kind::host:
        return "host";
    case Kind::graph:
    case Kind::join:
        return "graph";
    case Kind::record:
    case Kind::wait:
        return "event";
    }
    return "";
}

const char* class_of(Why why) {
    switch (why) {
    case Why::event:
        return "event";
    case Why::host:
        return "host";
    case Why::default_stream:
        return "default";
    case Why::graph:
        return "graph";
    }
    return "";
}

std::string reason(Why why) {
    switch (why) {
    case Why::event:
        return "an event";
    case Why::host:
        return "the host, which waits";
    case Why::default_stream:
        return "the default stream";
    case Why::graph:
        return "an edge of the graph";
    }
    return "";
}

std::string cut_text(const std::string& text, std::size_t most) {
    const std::string line = safe_line(text, 200);
    if (line.size() <= most) return line;
    std::size_t end = most - 2;
    while (end > 0 && (static_cast<unsigned char>(line[end]) & 0xc0) == 0x80) --end;
    return line.substr(0, end) + "..";
}

std::string step_name(const OrderStep& step) {
    return step.detail.empty() ? step.name : step.name + " (" + step.detail + ")";
}

// "scale (launch 3) in stream 1, step 4, pipeline.cu:40. It comes after record event 1
// (cudaEventRecord) in stream 2, by an event."
std::string step_sentence(const WorkOrder& order, const std::vector<std::size_t>& before,
                          std::size_t number) {
    const OrderStep& step = order.steps[number];
    std::string text = fmt::format(
        "{} in {}, step {}", step_name(step),
        step.lane == 0 && order.lanes[0] == "host" ? "the host's lane" : order.lanes[step.lane],
        step.column + 1);
    if (!step.place.empty()) text += ", " + step.place;
    std::string after;
    if (before[number] != number)
        after = step_name(order.steps[before[number]]) + ", which is in front of it in its lane";
    for (const OrderArrow& arrow : order.arrows)
        if (arrow.to == number)
            after += fmt::format("{}{} in {}, by {}", after.empty() ? "" : "; after ",
                                 step_name(order.steps[arrow.from]),
                                 order.lanes[order.steps[arrow.from].lane], reason(arrow.why));
    return text + (after.empty() ? ". It comes first." : ". It comes after " + after + ".");
}

// Across and down in turns, with round corners: x, then y, then x, ...
std::string stepped_path(int x, int y, const std::vector<int>& stops) {
    std::string path = fmt::format("M{} {}", x, y);
    constexpr int most_round = 6;
    for (std::size_t i = 0; i < stops.size(); ++i) {
        const bool across = i % 2 == 0;
        int& along = across ? x : y;
        const int length = std::abs(stops[i] - along);
        const int way = stops[i] < along ? -1 : 1;
        if (i + 1 == stops.size()) return path + fmt::format("{}{}", across ? 'H' : 'V', stops[i]);
        const int here = across ? y : x, next = stops[i + 1] - here;
        // Half of each part is the most that a corner can take.
        const int round = std::min({most_round, i == 0 ? length : length / 2, std::abs(next) / 2});
        along = stops[i];
        const int turn = here + (next < 0 ? -round : round);
        path += across ? fmt::format("H{}Q{} {} {} {}", x - way * round, x, y, x, turn)
                       : fmt::format("V{}Q{} {} {} {}", y - way * round, x, y, turn, y);
    }
    return path;
}

// Between the boxes: in the gaps between columns, and if it skips one, in the gap between two
// lanes.
std::string arrow_path(const WorkOrder& order, const OrderArrow& arrow, const std::string& id) {
    const OrderStep &from = order.steps[arrow.from], &to = order.steps[arrow.to];
    const int x1 = x_of(from) + box_width, y1 = y_of(from) + box_height / 2;
    const int x2 = x_of(to) - 2, y2 = y_of(to) + box_height / 2;
    // Arrows from different lanes lie beside each other.
    const int apart = static_cast<int>(from.lane % 4) * 3;
    std::vector<int> stops{x1 + 5 + apart, y2, x2};
    if (to.column > from.column + 1) {
        const int lane = static_cast<int>(from.lane < to.lane ? to.lane : to.lane + 1);
        const int between = top + lane * lane_height - 6 + apart;
        stops = {x1 + 5 + apart, between, x2 - 11 - apart, y2, x2};
    }
    return fmt::format("<path class=\"arrow {}\" id=\"{}-{}-{}\" data-from=\"{}-s{}\" "
                       "data-to=\"{}-s{}\" d=\"{}\" marker-end=\"url(#{}-{})\"/>\n",
                       class_of(arrow.why), id, arrow.from, arrow.to, id, arrow.from, id, arrow.to,
                       stepped_path(x1, y1, stops), id, class_of(arrow.why));
}

std::string arrow_heads(const std::string& id) {
    std::string text = "<defs>";
    for (const Why why : {Why::event, Why::host, Why::default_stream, Why::graph})
        text += fmt::format("<marker id=\"{0}-{1}\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" "
                            "markerWidth=\"8\" markerHeight=\"8\" "
                            "markerUnits=\"userSpaceOnUse\" orient=\"auto\"><path class=\"point "
                            "{1}\" d=\"M0 0L8 4L0 8Z\"/></marker>",
                            id, class_of(why));
    return text + "</defs>\n";
}

std::string box(const WorkOrder& order, const std::vector<std::size_t>& before, std::size_t number,
                const std::string& id, const std::map<std::string, std::string>& links) {
    const OrderStep& step = order.steps[number];
    const int x = x_of(step), y = y_of(step);
    const std::string sentence = page_text(step_sentence(order, before, number));
    const auto link = step.kernel.empty() ? links.end() : links.find(step.kernel);
    const bool leads = link != links.end();
    const std::string begin =
        leads ? fmt::format("<a href=\"#{}\"", page_text(link->second)) : "<g role=\"img\"";
    return fmt::format("{} class=\"step {}\" id=\"{}-s{}\" tabindex=\"{}\" data-lane=\"{}\" "
                       "aria-label=\"{}\"><title>{}</title><rect x=\"{}\" y=\"{}\" width=\"{}\" "
                       "height=\"{}\" rx=\"4\"/><text x=\"{}\" y=\"{}\">{}</text><text "
                       "class=\"small\" x=\"{}\" y=\"{}\">{}</text></{}>\n",
                       begin, class_of(step.kind), id, number, number == 0 ? 0 : -1, step.lane,
                       sentence, sentence, x, y, box_width, box_height, x + 6, y + 15,
                       page_text(cut_text(step.name, 18)), x + 6, y + 29,
                       page_text(cut_text(step.detail, 22)), leads ? "a" : "g");
}

std::string lane_parts(const WorkOrder& order, const std::vector<std::size_t>& before, int width) {
    std::string text;
    for (std::size_t lane = 0; lane < order.lanes.size(); ++lane) {
        const int y = top + static_cast<int>(lane) * lane_height;
        text += fmt::format("<rect class=\"lane-ground{}\" x=\"0\" y=\"{}\" width=\"{}\" "
                            "height=\"{}\"/><text class=\"lane-name\" x=\"8\" y=\"{}\">{}</text>\n",
                            lane % 2 == 0 ? " even" : "", y, width, lane_height,
                            y + lane_height / 2 + 4, page_text(cut_text(order.lanes[lane], 22)));
    }
    for (std::size_t column = 0; column < order.columns; ++column)
        text +=
            fmt::format("<text class=\"number small\" x=\"{}\" y=\"16\">{}</text>\n",
                        head + static_cast<int>(column) * column_width + box_width / 2, column + 1);
    for (std::size_t i = 0; i < order.steps.size(); ++i) {
        if (before[i] == i) continue;
        const OrderStep &from = order.steps[before[i]], &to = order.steps[i];
        const int y = y_of(to) + box_height / 2;
        text += fmt::format("<path class=\"next\" d=\"M{} {}H{}\"/>\n", x_of(from) + box_width, y,
                            x_of(to));
    }
    return text;
}

std::string legend(const WorkOrder& order) {
    std::string items =
        "<li><svg class=\"key\" viewBox=\"0 0 34 10\" role=\"img\" "
        "aria-label=\"a line\"><path class=\"next\" d=\"M1 5H33\"/></svg> one lane: "
        "in its order</li>\n";
    constexpr std::pair<Why, const char*> rows[] = {
        {Why::event, "an event: recorded, waited for"},
        {Why::host, "the host waits, and what it asks for later comes after"},
        {Why::default_stream, "the default stream: after all others, and they after it"},
        {Why::graph, "an edge of the graph"}};
    for (const auto& [why, words] : rows) {
        if (std::ranges::find(order.arrows, why, &OrderArrow::why) == order.arrows.end()) continue;
        items +=
            fmt::format("<li><svg class=\"key\" viewBox=\"0 0 34 10\" role=\"img\" "
                        "aria-label=\"an arrow\"><path class=\"arrow {}\" d=\"M1 5H26\"/><path "
                        "class=\"point {}\" d=\"M26 1L33 5L26 9Z\"/></svg> {}</li>\n",
                        class_of(why), class_of(why), words);
    }
    return "<ul class=\"order-legend\">\n" + items + "</ul>\n";
}

} // namespace

std::string order_sentence(const WorkOrder& order) {
    const auto works = static_cast<std::size_t>(
        std::ranges::count_if(order.steps, [](const OrderStep& step) { return step.is_work(); }));
    std::string text =
        fmt::format("{} in {}. ", counted(double(works), "piece of work", "pieces of work"),
                    counted(double(order.streams()), "lane"));
    const auto [most, column] = order.widest();
    if (most > 1)
        text += fmt::format("In step {}, {} of them are in no order: they may run at the same "
                            "time.",
                            column + 1, most);
    else if (works > 1)
        text += "No two of them stand in one step.";
    return text;
}

std::string order_figure(const WorkOrder& order, const std::string& id, const std::string& who,
                         const std::map<std::string, std::string>& links) {
    if (order.steps.empty()) return "";
    const int width = head + static_cast<int>(order.columns) * column_width;
    const int height = top + static_cast<int>(order.lanes.size()) * lane_height + 4;
    const std::string sentence = order_sentence(order);
    const auto before = order.before();
    std::string svg = fmt::format(
        "<svg class=\"order\" id=\"{0}\" viewBox=\"0 0 {1} {2}\" width=\"{1}\" height=\"{2}\" "
        "role=\"group\" aria-label=\"{3} The arrow keys go from step to step.\">\n",
        id, width, height, page_text(sentence));
    svg += arrow_heads(id);
    svg += lane_parts(order, before, width);
    for (const OrderArrow& arrow : order.arrows) svg += arrow_path(order, arrow, id);
    for (std::size_t i = 0; i < order.steps.size(); ++i) svg += box(order, before, i, id, links);
    const std::string left_out =
        order.left_out == 0
            ? ""
            : fmt::format("<p class=\"soft\">{} not shown.</p>\n",
                          counted(double(order.left_out), "later call is", "later calls are"));
    return "<figure class=\"order-figure\">\n<figcaption>" +
           (who.empty() ? "" : "<b>" + page_text(who) + ":</b> ") + page_text(sentence) +
           "</figcaption>\n<div class=\"scroll order-scroll\">\n" + svg +
           "</svg>\n</div>\n<p class=\"soft order-step\" aria-live=\"polite\"></p>\n" + left_out +
           legend(order) + "</figure>\n";
}

void add_trace_events(const WorkOrder& order, const std::string& process, int number,
                      nlohmann::json& events) {
    // In microseconds: steps do not touch, and an arrow's ends are within its steps.
    constexpr std::uint64_t each = 10, lasts = 8;
    using TraceJson = nlohmann::json;
    const auto named = [&](const char* what, std::size_t lane, const std::string& name) {
        return TraceJson{{"ph", "M"},   {"name", what},
                         {"ts", 0},     {"pid", number},
                         {"tid", lane}, {"args", {{"name", safe_line(name, 200)}}}};
    };
    events.push_back(named("process_name", 0, process));
    for (std::size_t lane = 0; lane < order.lanes.size(); ++lane) {
        events.push_back(named("thread_name", lane, order.lanes[lane]));
        TraceJson sort = named("thread_sort_index", lane, "");
        sort["args"] = {{"sort_index", lane}};
        events.push_back(std::move(sort));
    }
    std::vector<TraceJson> timed;
    const auto before = order.before();
    for (std::size_t i = 0; i < order.steps.size(); ++i) {
        const OrderStep& step = order.steps[i];
        timed.push_back({{"ph", "X"},
                         {"name", safe_line(step.name, 200)},
                         {"cat", class_of(step.kind)},
                         {"ts", step.column * each},
                         {"dur", lasts},
                         {"pid", number},
                         {"tid", step.lane},
                         {"args",
                          {{"what", safe_line(step_sentence(order, before, i), 2000)},
                           {"step", step.column + 1}}}});
    }
    for (std::size_t i = 0; i < order.arrows.size(); ++i) {
        const OrderArrow& arrow = order.arrows[i];
        const auto end = [&](const char* phase, const OrderStep& step, std::uint64_t ts) {
            return TraceJson{
                {"ph", phase},     {"name", class_of(arrow.why)},
                {"cat", "order"},  {"id", static_cast<std::uint64_t>(number) * 100000 + i},
                {"ts", ts},        {"pid", number},
                {"tid", step.lane}};
        };
        const OrderStep &from = order.steps[arrow.from], &to = order.steps[arrow.to];
        timed.push_back(end("s", from, from.column * each + lasts - 1));
        timed.push_back(end("f", to, to.column * each));
        timed.back()["bp"] = "e";
    }
    std::ranges::stable_sort(
        timed, {}, [](const TraceJson& event) { return event["ts"].get<std::uint64_t>(); });
    for (TraceJson& event : timed) events.push_back(std::move(event));
}

} // namespace workbook::cli
