// What a call asked the device for, as steps in lanes: one lane for the host, one for each stream
// and each branch of a graph. Two steps are in order if arrows, or a lane, lead from one to the
// other. A step is in the first column behind all steps that it comes after; columns are no times.
#pragma once

#include "cli/profile/data.hpp"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace workbook::cli {

struct OrderStep {
    enum class Kind { copy, set, launch, host_function, record, wait, graph, join, host };
    Kind kind = Kind::copy;
    std::size_t lane = 0;   // into WorkOrder::lanes
    std::size_t column = 0; // from 0
    std::string name;       // "copy", "scale", "event 2"
    std::string detail;     // "4 KiB to the device", "launch 3"
    std::string place;      // of the call: "pipeline.cu:40", or empty
    std::string kernel;     // of a launch, as LaunchProfile has it

    // Whether it is work of its own, and not only something that orders other work.
    bool is_work() const { return kind <= Kind::host_function; }
};

struct OrderArrow {
    enum class Why { event, host, default_stream, graph };
    Why why = Why::event;
    std::size_t from = 0, to = 0; // steps
};

struct WorkOrder {
    std::vector<std::string> lanes; // "host", "default stream", "stream 1", ...
    std::vector<OrderStep> steps;   // in the order of the calls
    std::vector<OrderArrow> arrows; // between lanes; within one, each step comes after the last
    std::size_t columns = 0;
    std::uint64_t left_out = 0; // calls, for size

    // The number of lanes besides the host's.
    std::size_t streams() const;
    // For each step the one before it in its lane; for the first of a lane the step itself.
    std::vector<std::size_t> before() const;
    // The most pieces of work that stand in one column, and which column that is.
    std::pair<std::size_t, std::size_t> widest() const;
};

// Nothing beyond the first `most` steps.
WorkOrder work_order(const CallOrder& call, std::size_t most);

// The order of that call; an empty one if the profile has no such order.
const CallOrder& order_of_call(const Profile& profile, std::uint64_t call);

// The call whose order is shown beside a launch: the launch's own call, or, if the check has passed
// and another one has more streams (up to eight), that with the most.
std::uint64_t call_for_order(const Profile& profile, std::uint64_t call_of_launch, bool has_passed);

std::string order_sentence(const WorkOrder& order);

// The picture as HTML. `id` begins the ids of its elements; `links`: where a kernel's name leads.
std::string order_figure(const WorkOrder& order, const std::string& id, const std::string& who,
                         const std::map<std::string, std::string>& links);

// The same as events of Chrome's trace format, appended to `events`. It shows the order only: each
// step takes ten microseconds in it.
void add_trace_events(const WorkOrder& order, const std::string& process, int number,
                      nlohmann::json& events);

} // namespace workbook::cli
