// The order of a call's work: which step comes after which, and in which column it stands.
#include "cli/profile/page/order.hpp"

#include "cli/browser.hpp"
#include "cli/profile/page/lanes.hpp"
#include "cli/profile/page/page.hpp"
#include "example_course.hpp"
#include "profile_example.hpp"

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <map>

using namespace workbook::cli;

namespace {

using Why = OrderArrow::Why;

OrderEvent event_of(const std::string& type, std::uint64_t stream) {
    OrderEvent event;
    event.type = type;
    event.api = "cudaSomething";
    event.stream = stream;
    event.kernel = type == "launch" ? "scale(int *)" : "";
    return event;
}

OrderEvent with_event(OrderEvent event, std::uint64_t number) {
    event.event = number;
    return event;
}

OrderEvent synchronize() {
    OrderEvent event;
    event.type = "synchronize";
    event.api = "cudaDeviceSynchronize";
    return event;
}

WorkOrder order_of_events(std::vector<OrderEvent> events, std::size_t most = 100) {
    return work_order({1, std::move(events), 0}, most);
}

std::vector<std::size_t> columns_of(const WorkOrder& order) {
    std::vector<std::size_t> columns;
    for (const OrderStep& step : order.steps) columns.push_back(step.column);
    return columns;
}

bool has_arrow(const WorkOrder& order, std::size_t from, std::size_t to, Why why) {
    return std::ranges::any_of(order.arrows, [&](const OrderArrow& arrow) {
        return arrow.from == from && arrow.to == to && arrow.why == why;
    });
}

// Nothing stands in front of what it comes after, and in one column nothing is in order.
void check_columns(const WorkOrder& order) {
    for (const OrderArrow& arrow : order.arrows)
        CHECK(order.steps[arrow.from].column < order.steps[arrow.to].column);
    const auto before = order.before();
    for (std::size_t i = 0; i < order.steps.size(); ++i)
        if (before[i] != i) CHECK(order.steps[before[i]].column < order.steps[i].column);
}

// A launch in one stream, and one in another that waits for it by an event.
std::vector<OrderEvent> by_an_event() {
    return {event_of("launch", 3), with_event(event_of("record", 3), 7), event_of("launch", 5),
            with_event(event_of("wait", 5), 7), event_of("launch", 5)};
}

} // namespace

TEST_CASE("streams that nothing orders begin in one column") {
    const WorkOrder order = order_of_events({event_of("launch", 3), event_of("launch", 5)});
    CHECK(order.lanes == std::vector<std::string>{"stream 1", "stream 2"});
    CHECK(columns_of(order) == std::vector<std::size_t>{0, 0});
    CHECK(order.arrows.empty());
    CHECK(order.widest() == std::pair<std::size_t, std::size_t>{2, 0});
    CHECK(order_sentence(order).find("2 of them are in no order") != std::string::npos);
}

TEST_CASE("an event leads from its record to what waits for it") {
    const WorkOrder order = order_of_events(by_an_event());
    CHECK(columns_of(order) == std::vector<std::size_t>{0, 1, 0, 2, 3});
    REQUIRE(order.arrows.size() == 1);
    CHECK(has_arrow(order, 1, 3, Why::event));
    CHECK(order.steps[3].name == "wait for event 1");
    check_columns(order);
}

TEST_CASE("a wait is for the record as it was then") {
    const WorkOrder order =
        order_of_events({with_event(event_of("record", 3), 7), with_event(event_of("wait", 5), 7),
                         with_event(event_of("record", 3), 7)});
    REQUIRE(order.arrows.size() == 1);
    CHECK(has_arrow(order, 0, 1, Why::event));
    // One that was never recorded orders nothing.
    CHECK(order_of_events({with_event(event_of("wait", 5), 7)}).arrows.empty());
}

TEST_CASE("the default stream is in order with those that block, and only with them") {
    OrderEvent apart = event_of("launch", 5);
    apart.non_blocking = true;
    const WorkOrder order = order_of_events(
        {event_of("launch", 3), apart, event_of("launch", 0), event_of("launch", 3), apart});
    CHECK(order.lanes == std::vector<std::string>{"default stream", "stream 1", "stream 2"});
    CHECK(columns_of(order) == std::vector<std::size_t>{0, 0, 1, 2, 1});
    CHECK(has_arrow(order, 0, 2, Why::default_stream));
    CHECK(has_arrow(order, 2, 3, Why::default_stream));
    CHECK(order.arrows.size() == 2);
    check_columns(order);
}

TEST_CASE("the host waits for a device, a stream, an event or a copy") {
    OrderEvent stream = synchronize(), event = synchronize();
    stream.stream = 3;
    event.event = 7;
    const WorkOrder order =
        order_of_events({event_of("launch", 3), with_event(event_of("record", 5), 7), stream, event,
                         event_of("launch", 5), synchronize()});
    CHECK(order.lanes.front() == "host");
    CHECK(has_arrow(order, 0, 2, Why::host));
    CHECK(has_arrow(order, 1, 3, Why::host));
    CHECK_FALSE(has_arrow(order, 1, 2, Why::host));
    CHECK(has_arrow(order, 3, 4, Why::host)); // what it asks for later
    CHECK(has_arrow(order, 4, 5, Why::host));
    CHECK_FALSE(has_arrow(order, 0, 5, Why::host)); // the host knew that
    check_columns(order);

    OrderEvent copy = event_of("copy", 0);
    copy.waits = true;
    copy.bytes = 4096;
    copy.direction = "host_to_device";
    const WorkOrder copies = order_of_events({copy, event_of("launch", 3)});
    CHECK(columns_of(copies) == std::vector<std::size_t>{0, 1, 2});
    CHECK(copies.steps[0].name == "copy 4 KiB");
    CHECK(copies.steps[0].detail == "to the device");
    CHECK(has_arrow(copies, 0, 1, Why::host));
    CHECK(has_arrow(copies, 1, 2, Why::host));
}

TEST_CASE("cudaFree counts where it has something to wait for") {
    OrderEvent free_event;
    free_event.type = "free";
    free_event.api = "cudaFree";
    const WorkOrder order =
        order_of_events({event_of("launch", 0), free_event, free_event, event_of("launch", 0)});
    CHECK(order.steps.size() == 3);
    CHECK(order.steps[1].name == "Free");
    CHECK(columns_of(order) == std::vector<std::size_t>{0, 1, 2});
}

TEST_CASE("a graph's branches begin behind its launch and end before what follows") {
    const auto node = [](std::uint64_t number, std::uint64_t branch,
                         std::vector<std::uint64_t> after) {
        OrderEvent event = event_of("launch", 3);
        event.graph = 1;
        event.node = number;
        event.branch = branch;
        event.after = std::move(after);
        return event;
    };
    OrderEvent launch = event_of("graph_launch", 3);
    launch.graph = 1;
    launch.nodes = 4;
    const WorkOrder order =
        order_of_events({launch, node(0, 0, {}), node(1, 1, {0}), node(2, 0, {}), node(3, 1, {}),
                         event_of("launch", 3)});
    CHECK(order.lanes == std::vector<std::string>{"stream 1", "stream 1, branch 2"});
    CHECK(columns_of(order) == std::vector<std::size_t>{0, 1, 2, 2, 3, 4});
    CHECK(has_arrow(order, 1, 2, Why::graph));
    CHECK(has_arrow(order, 4, 5, Why::graph));
    CHECK(order.arrows.size() == 2);
    check_columns(order);
}

TEST_CASE("calls that failed are no steps, and a long list is cut off") {
    OrderEvent failed = event_of("launch", 3);
    failed.error = 1;
    const WorkOrder order = order_of_events(
        {failed, event_of("launch", 3), event_of("launch", 3), event_of("launch", 3)}, 2);
    CHECK(order.steps.size() == 2);
    CHECK(order.left_out == 1);
    CHECK(order_figure(order, "o", "", {}).find("1 later call is not shown") != std::string::npos);
    CHECK(order_figure({}, "o", "", {}).empty());
}

TEST_CASE("a picture of the order has each step and each arrow, and leads to the kernel") {
    const WorkOrder order = order_of_events(by_an_event());
    const std::string html = order_figure(order, "o", "yours", {{"scale(int *)", "k2"}});
    for (std::size_t i = 0; i < order.steps.size(); ++i)
        CHECK(html.find("id=\"o-s" + std::to_string(i) + "\"") != std::string::npos);
    CHECK(html.find("data-from=\"o-s1\" data-to=\"o-s3\"") != std::string::npos);
    CHECK(html.find("<a href=\"#k2\" class=\"step launch\"") != std::string::npos);
    CHECK(html.find("by an event") != std::string::npos);
    // What a program calls its kernels is text.
    auto evil = by_an_event();
    evil[0].kernel = "</text><script>alert(1)</script>(int)";
    evil[0].place = "\"><img src=x>";
    const std::string harmless = order_figure(order_of_events(evil), "o", "<b>", {});
    CHECK(harmless.find("<script") == std::string::npos);
    CHECK(harmless.find("<img") == std::string::npos);
}

TEST_CASE("a trace for viewers has the steps in their order") {
    const WorkOrder order = order_of_events(by_an_event());
    nlohmann::json events = nlohmann::json::array();
    add_trace_events(order, "yours", 1, events);
    std::uint64_t last = 0;
    std::map<std::uint64_t, std::uint64_t> ends;  // of the steps, by lane
    std::map<std::uint64_t, std::uint64_t> flows; // begun, by id
    std::size_t steps = 0;
    for (const auto& event : events) {
        for (const char* name : {"ph", "ts", "pid", "tid", "name"}) CHECK(event.contains(name));
        const auto ts = event["ts"].get<std::uint64_t>(), lane = event["tid"].get<std::uint64_t>();
        CHECK(ts >= last);
        last = ts;
        if (event["ph"] == "X") {
            ++steps;
            CHECK(ts >= ends[lane]);
            ends[lane] = ts + event["dur"].get<std::uint64_t>();
        } else if (event["ph"] == "s") {
            CHECK(ts < ends[lane]); // within its step
            flows[event["id"]] = ts;
        } else if (event["ph"] == "f") {
            REQUIRE(flows.contains(event["id"]));
            CHECK(flows[event["id"]] < ts);
        }
    }
    CHECK(steps == order.steps.size());
    CHECK(flows.size() == order.arrows.size());
    for (const OrderArrow& arrow : order.arrows)
        CHECK(order.steps[arrow.from].column < order.steps[arrow.to].column);
}

TEST_CASE("a profile's order and lanes stand on its page and in its trace") {
    auto document = example::naive();
    document["orders"] = {
        {{"call", document["launches"][1]["call"]},
         {"left_out", 0},
         {"events",
          {{{"type", "launch"},
            {"kernel", document["launches"][1]["kernel"]},
            {"stream", 3},
            {"number", 1}},
           {{"type", "record"}, {"stream", 3}, {"event", 1}, {"api", "cudaEventRecord"}},
           {{"type", "wait"}, {"stream", 4}, {"event", 1}, {"api", "cudaStreamWaitEvent"}}}}}};
    document["launches"][1]["lanes"] = nlohmann::json::parse(R"([
        {"block": 0, "warp": 0, "lanes": 4294967295,
         "lines": [["/course/lesson.cu", 8, [[4294967295, 10]]]]},
        {"block": 2, "warp": 1, "lanes": 4294967295,
         "lines": [["/course/lesson.cu", 8, [[65535, 6], [4294967295, 4]]],
                   ["other.cuh", 3, [[1, 9]]], ["broken"]]}])");
    const Lesson lesson = example_course().lessons[2];
    ProfiledProgram program{
        example::source("naive.cu", "yours"), {}, read_profile(document.dump())};
    program.result.lesson = lesson.name;
    program.result.verdict = passed;
    const std::string page = profile_page(lesson, program, nullptr, 0);
    CHECK(page.find("id=\"order-k1a-s2\"") != std::string::npos);
    CHECK(page.find("<a href=\"#k1\" class=\"step launch\"") != std::string::npos);
    CHECK(page.find("<div class=\"lanes\" data-program=\"k1a\">") != std::string::npos);
    const std::string begin = "id=\"data\">";
    const auto at = page.find(begin) + begin.size();
    const auto data = nlohmann::json::parse(page.substr(at, page.find("</script>", at) - at));
    const auto& warps = data["k1a"]["warps"];
    REQUIRE(warps.size() == 2);
    CHECK(warps[0]["block"] == 2); // the one that diverges most comes first
    CHECK(warps[0]["idle"] == 16 * 6 + 31 * 9);
    CHECK(warps[0]["lines"].size() == 1); // of this file
    CHECK(warps[0]["lines"]["8"] == nlohmann::json::parse("[[65535, 6], [4294967295, 4]]"));

    const auto trace = nlohmann::json::parse(profile_trace(lesson, program, nullptr, 0));
    CHECK(std::ranges::count_if(trace["traceEvents"], [](const nlohmann::json& event) {
              return event["ph"] == "X";
          }) == 3);
}

TEST_CASE("the call with most streams is shown, of a check that passed") {
    Profile profile;
    const auto add = [&](std::uint64_t call, std::uint64_t streams, bool for_a_promise = false) {
        profile.calls.push_back({call, "c", "f", true, 0, for_a_promise});
        CallOrder order{call, {}, 0};
        for (std::uint64_t stream = 1; stream <= streams; ++stream)
            order.events.push_back(event_of("launch", stream));
        profile.orders.push_back(std::move(order));
    };
    add(1, 1);
    add(2, 3);
    add(3, 2);
    add(4, 4, true);
    add(5, 30);
    CHECK(call_for_order(profile, 1, true) == 2);
    CHECK(call_for_order(profile, 1, false) == 1);
    CHECK(call_for_order(profile, 5, true) == 5);
    CHECK(call_for_order(profile, 9, true) == 2); // of which there is no order
}

TEST_CASE("a warp without divergence is a sentence") {
    auto document = example::naive();
    document["launches"][0]["lanes"] = nlohmann::json::parse(R"([
        {"block": 0, "warp": 0, "lanes": 255, "lines": [["/course/lesson.cu", 8, [[255, 10]]]]}])");
    ProfiledProgram program{
        example::source("naive.cu", "yours"), {}, read_profile(document.dump())};
    const PageLaunch shown{program, program.profile->launches[0], "k1a"};
    CHECK(lanes_part(shown).find("nothing diverges") != std::string::npos);
    std::size_t room = 1000;
    std::string left_out;
    CHECK(lanes_data(shown, room, left_out).empty());
}

TEST_CASE("a page is opened where there is a display, and never in a CI") {
    const auto with = [](std::map<std::string, std::string> variables) {
        return browser_program([&](const char* name) -> const char* {
            const auto found = variables.find(name);
            return found == variables.end() ? nullptr : found->second.c_str();
        });
    };
    CHECK(with({}).empty());
    CHECK(with({{"BROWSER", "firefox"}}).empty());
    CHECK(with({{"DISPLAY", ":0"}}) == "xdg-open");
    CHECK(with({{"WAYLAND_DISPLAY", "wayland-0"}, {"BROWSER", "firefox:lynx"}}) == "firefox");
    CHECK(with({{"DISPLAY", ":0"}, {"BROWSER", "firefox %s"}}) == "xdg-open");
    CHECK(with({{"DISPLAY", ":0"}, {"CI", "true"}}).empty());
    CHECK(with({{"DISPLAY", ":0"}, {"CI", "false"}}) == "xdg-open");
}
