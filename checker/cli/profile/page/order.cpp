// Which step of a call comes after which, by the rules for streams: CUDA C++ programming guide,
// "Streams" and "Default Stream"; CUDA Runtime API, "API synchronization behavior".
#include "cli/profile/page/order.hpp"

#include "cli/profile/numbers.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

namespace workbook::cli {
namespace {

using Kind = OrderStep::Kind;
using Why = OrderArrow::Why;

struct LaneKey {
    std::uint64_t device = 0, stream = 0, branch = 0;
    auto operator<=>(const LaneKey&) const = default;
};

LaneKey lane_of(const OrderEvent& event) {
    return {event.device, event.stream.value_or(0), event.graph != 0 ? event.branch : 0};
}

std::optional<Kind> kind_of(const OrderEvent& event) {
    if (event.type == "copy") return Kind::copy;
    if (event.type == "set") return Kind::set;
    if (event.type == "launch") return Kind::launch;
    if (event.type == "host_function") return Kind::host_function;
    if (event.type == "record") return Kind::record;
    if (event.type == "wait") return Kind::wait;
    if (event.type == "graph_launch") return Kind::graph;
    if (event.type == "join") return Kind::join;
    return std::nullopt;
}

// Whether the host waits in it. cudaFree waits for the device.
bool is_host_wait(const OrderEvent& event) {
    return event.type == "synchronize" || event.type == "query" ||
           (event.type == "free" && event.api == "cudaFree" && event.error == 0);
}

std::string direction_words(const std::string& direction) {
    if (direction == "host_to_device") return "to the device";
    if (direction == "device_to_host") return "to the host";
    if (direction == "device_to_device") return "on the device";
    return "on the host";
}

class OrderBuilder {
  public:
    explicit OrderBuilder(std::size_t most) : most_(most) {}

    WorkOrder build(const CallOrder& call) {
        order_.left_out = call.left_out;
        name_lanes(call);
        for (const OrderEvent& event : call.events) {
            if (order_.steps.size() >= most_) {
                ++order_.left_out;
                continue;
            }
            if (is_host_wait(event))
                add_host_wait(event);
            else if (const auto kind = kind_of(event); kind && event.error == 0)
                add_work(event, *kind);
        }
        drop_unused_lanes();
        return std::move(order_);
    }

  private:
    // By lane, how many of its steps come before; the host is lane 0.
    using Clock = std::vector<std::size_t>;
    struct Before {
        std::size_t step = 0;
        std::optional<Why> why; // nothing: the lane says it
        bool is_explicit = false;
    };

    void name_lanes(const CallOrder& call) {
        std::set<LaneKey> keys;
        std::set<std::uint64_t> streams, devices;
        for (const OrderEvent& event : call.events)
            if (kind_of(event) && event.error == 0) {
                keys.insert(lane_of(event));
                if (event.graph != 0) keys.insert({event.device, event.stream.value_or(0), 0});
                if (event.stream.value_or(0) != 0) streams.insert(*event.stream);
                devices.insert(event.device);
            }
        order_.lanes = {"host"};
        for (const LaneKey& key : keys) {
            lanes_[key] = order_.lanes.size();
            // Numbered in the order in which they were made.
            std::string name =
                key.stream == 0
                    ? "default stream"
                    : fmt::format("stream {}",
                                  std::distance(streams.begin(), streams.find(key.stream)) + 1);
            if (devices.size() > 1) name += fmt::format(", device {}", key.device);
            if (key.branch != 0) name += fmt::format(", branch {}", key.branch + 1);
            order_.lanes.push_back(std::move(name));
        }
        last_.resize(order_.lanes.size());
        length_.resize(order_.lanes.size());
    }

    void drop_unused_lanes() {
        std::vector<std::size_t> moved(order_.lanes.size());
        std::vector<std::string> kept;
        for (std::size_t lane = 0; lane < order_.lanes.size(); ++lane) {
            if (length_[lane] == 0) continue;
            moved[lane] = kept.size();
            kept.push_back(std::move(order_.lanes[lane]));
        }
        for (OrderStep& step : order_.steps) step.lane = moved[step.lane];
        order_.lanes = std::move(kept);
    }

    bool covers(const Clock& clock, std::size_t step) const {
        return clock[order_.steps[step].lane] > position_[step];
    }

    // Puts the step behind all that it comes after. An arrow that others imply is left out, unless
    // the program asked for just that order.
    std::size_t add(OrderStep step, const std::vector<Before>& befores) {
        const std::size_t number = order_.steps.size();
        Clock clock(order_.lanes.size());
        for (const Before& before : befores) {
            const Clock& earlier = clocks_[before.step];
            for (std::size_t lane = 0; lane < clock.size(); ++lane)
                clock[lane] = std::max(clock[lane], earlier[lane]);
            std::size_t& own = clock[order_.steps[before.step].lane];
            own = std::max(own, position_[before.step] + 1);
            step.column = std::max(step.column, order_.steps[before.step].column + 1);
        }
        std::set<std::size_t> drawn;
        for (const Before& before : befores) {
            if (!before.why || order_.steps[before.step].lane == step.lane) continue;
            const bool implied = std::ranges::any_of(befores, [&](const Before& other) {
                return other.step != before.step && covers(clocks_[other.step], before.step);
            });
            if ((implied && !before.is_explicit) || !drawn.insert(before.step).second) continue;
            order_.arrows.push_back({*before.why, before.step, number});
        }
        order_.columns = std::max(order_.columns, step.column + 1);
        position_.push_back(length_[step.lane]++);
        last_[step.lane] = number;
        clocks_.push_back(std::move(clock));
        order_.steps.push_back(std::move(step));
        return number;
    }

    void add_last(std::size_t lane, std::optional<Why> why, std::vector<Before>& befores) const {
        if (last_[lane]) befores.push_back({*last_[lane], why});
    }

    // The ends of a stream: its last step, and those of the branches of its graph.
    template <class Condition>
    void add_ends(const Condition& condition, Why why, std::vector<Before>& befores) const {
        for (const auto& [key, lane] : lanes_)
            if (condition(key)) add_last(lane, why, befores);
    }

    void add_work(const OrderEvent& event, Kind kind) {
        const LaneKey key = lane_of(event);
        OrderStep step;
        step.kind = kind;
        step.lane = lanes_.at(key);
        step.place = event.place;
        describe(event, step);

        std::vector<Before> befores;
        add_last(step.lane, std::nullopt, befores);
        if (last_[0]) befores.push_back({*last_[0], Why::host});
        add_default_stream(event, key, befores);
        if (event.graph != 0 && kind != Kind::graph)
            add_graph_edges(event, step.lane, befores);
        else
            add_ends(
                [&](const LaneKey& other) {
                    return other.branch != 0 && other.stream == key.stream &&
                           other.device == key.device;
                },
                Why::graph, befores);
        if (kind == Kind::graph)
            for (const std::uint64_t launch : event.after)
                for (const std::size_t end : ends_of_graph_[launch])
                    befores.push_back({end, Why::graph});
        if (kind == Kind::wait && event.event)
            if (const auto record = records_.find(*event.event); record != records_.end())
                befores.push_back({record->second, Why::event, true});

        const std::size_t number = add(std::move(step), befores);
        if (kind == Kind::record && event.event) records_[*event.event] = number;
        if (event.graph != 0) note_graph_step(event, kind, number);
        if (event.waits) {
            OrderStep wait;
            wait.kind = Kind::host;
            wait.name = kind == Kind::set ? "set is over" : "copy is over";
            wait.detail = event.api;
            wait.place = event.place;
            add_host(std::move(wait), {{number, Why::host, true}});
        }
    }

    void describe(const OrderEvent& event, OrderStep& step) {
        switch (step.kind) {
        case Kind::copy:
            step.name = "copy " + spoken_bytes(event.bytes);
            step.detail = direction_words(event.direction);
            break;
        case Kind::set:
            step.name = "set " + spoken_bytes(event.bytes);
            step.detail = event.api;
            break;
        case Kind::launch:
            step.name = short_kernel_name(event.kernel);
            step.detail = event.launch == 0 ? "launch" : fmt::format("launch {}", event.launch);
            step.kernel = event.kernel;
            break;
        case Kind::host_function:
            step.name = "host function";
            step.detail = event.api;
            break;
        case Kind::record:
        case Kind::wait:
            step.name =
                fmt::format("{} event {}", step.kind == Kind::record ? "record" : "wait for",
                            number_of_event(event.event.value_or(0)));
            step.detail = event.api;
            break;
        case Kind::graph:
            step.name = fmt::format("graph launch {}", number_of_graph(event.graph));
            step.detail = counted(double(event.nodes), "node");
            break;
        case Kind::join:
            step.name = "empty node";
            step.detail = "of the graph";
            break;
        case Kind::host:
            break;
        }
    }

    // In the order in which they are first met.
    static std::size_t number_in(std::map<std::uint64_t, std::size_t>& known, std::uint64_t id) {
        return known.try_emplace(id, known.size() + 1).first->second;
    }
    std::size_t number_of_event(std::uint64_t id) { return number_in(event_numbers_, id); }
    std::size_t number_of_graph(std::uint64_t id) { return number_in(graph_numbers_, id); }

    // The legacy default stream comes after all blocking streams of its device, and they after it.
    void add_default_stream(const OrderEvent& event, const LaneKey& key,
                            std::vector<Before>& befores) {
        if (event.non_blocking) {
            apart_.insert(key.stream);
            return;
        }
        const auto blocks = [&](const LaneKey& other) {
            return other.device == key.device && other.stream != 0 &&
                   !apart_.contains(other.stream);
        };
        if (key.stream == 0)
            add_ends(blocks, Why::default_stream, befores);
        else
            add_ends(
                [&](const LaneKey& other) {
                    return other.device == key.device && other.stream == 0;
                },
                Why::default_stream, befores);
    }

    void add_graph_edges(const OrderEvent& event, std::size_t lane, std::vector<Before>& befores) {
        // A branch begins behind the launch.
        if (const auto begin = graph_begins_.find(event.graph);
            begin != graph_begins_.end() && begun_.insert({event.graph, lane}).second)
            befores.push_back({begin->second, Why::graph});
        for (const std::uint64_t node : event.after)
            if (const auto found = nodes_.find({event.graph, node}); found != nodes_.end())
                befores.push_back({found->second, Why::graph, true});
    }

    void note_graph_step(const OrderEvent& event, Kind kind, std::size_t number) {
        if (kind == Kind::graph)
            graph_begins_[event.graph] = number;
        else
            nodes_[{event.graph, event.node}] = number;
        auto& ends = ends_of_graph_[event.graph];
        std::erase_if(ends, [&](std::size_t end) {
            return order_.steps[end].lane == order_.steps[number].lane;
        });
        ends.push_back(number);
    }

    void add_host_wait(const OrderEvent& event) {
        std::vector<Before> befores;
        if (event.event) {
            if (const auto record = records_.find(*event.event); record != records_.end())
                befores.push_back({record->second, Why::host, true});
        } else if (event.stream) {
            add_ends(
                [&](const LaneKey& key) {
                    return key.stream == *event.stream && key.device == event.device;
                },
                Why::host, befores);
            if (*event.stream == 0) // it comes after the others
                add_ends(
                    [&](const LaneKey& key) {
                        return key.device == event.device && !apart_.contains(key.stream);
                    },
                    Why::host, befores);
        } else {
            add_ends(
                [&](const LaneKey& key) {
                    return event.type == "free" || key.device == event.device;
                },
                Why::host, befores);
        }
        if (event.type == "free") {
            // Where it has nothing to wait for, it says nothing of the order.
            const bool waits = std::ranges::any_of(befores, [&](const Before& before) {
                return !last_[0] || !covers(clocks_[*last_[0]], before.step);
            });
            if (!waits) return;
        }
        OrderStep step;
        step.kind = Kind::host;
        step.name = event.api.starts_with("cuda") ? event.api.substr(4) : event.api;
        step.detail = event.event ? fmt::format("event {}", number_of_event(*event.event))
                      : event.type == "free" ? "waits for the device"
                      : event.stream         ? "waits for the stream"
                                             : "waits for the device";
        step.place = event.place;
        add_host(std::move(step), std::move(befores));
    }

    void add_host(OrderStep step, std::vector<Before> befores) {
        step.lane = 0;
        add_last(0, std::nullopt, befores);
        add(std::move(step), befores);
    }

    const std::size_t most_;
    WorkOrder order_;
    std::map<LaneKey, std::size_t> lanes_;
    std::vector<std::optional<std::size_t>> last_; // step, by lane
    std::vector<std::size_t> length_;              // by lane
    std::vector<std::size_t> position_;            // in its lane, by step
    std::vector<Clock> clocks_;                    // by step
    std::map<std::uint64_t, std::size_t> records_; // by event, its last record
    std::map<std::uint64_t, std::size_t> event_numbers_, graph_numbers_;
    std::set<std::uint64_t> apart_; // streams that are in no order with the default stream
    std::map<std::uint64_t, std::size_t> graph_begins_;
    std::map<std::uint64_t, std::vector<std::size_t>> ends_of_graph_;
    std::map<std::pair<std::uint64_t, std::uint64_t>, std::size_t> nodes_;
    std::set<std::pair<std::uint64_t, std::size_t>> begun_; // graph launches and lanes
};

} // namespace

std::size_t WorkOrder::streams() const {
    return lanes.size() - (!lanes.empty() && lanes.front() == "host" ? 1 : 0);
}

std::vector<std::size_t> WorkOrder::before() const {
    std::vector<std::size_t> result(steps.size());
    std::map<std::size_t, std::size_t> last;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const auto known = last.find(steps[i].lane);
        result[i] = known == last.end() ? i : known->second;
        last[steps[i].lane] = i;
    }
    return result;
}

std::pair<std::size_t, std::size_t> WorkOrder::widest() const {
    std::map<std::size_t, std::size_t> count;
    for (const OrderStep& step : steps)
        if (step.is_work()) ++count[step.column];
    std::pair<std::size_t, std::size_t> most{0, 0};
    for (const auto& [column, pieces] : count)
        if (pieces > most.first) most = {pieces, column};
    return most;
}

WorkOrder work_order(const CallOrder& call, std::size_t most) {
    return OrderBuilder(most).build(call);
}

const CallOrder& order_of_call(const Profile& profile, std::uint64_t call) {
    static const CallOrder no_order;
    const auto found = std::ranges::find(profile.orders, call, &CallOrder::call);
    return found == profile.orders.end() ? no_order : *found;
}

std::uint64_t call_for_order(const Profile& profile, std::uint64_t call_of_launch,
                             bool has_passed) {
    const auto streams_in = [](const CallOrder& order) {
        std::set<LaneKey> streams;
        for (const OrderEvent& event : order.events)
            if (kind_of(event) && event.error == 0) streams.insert(lane_of(event));
        return streams.size();
    };
    constexpr std::size_t most_streams = 8;
    std::uint64_t best = call_of_launch;
    std::size_t streams =
        std::max<std::size_t>(1, streams_in(order_of_call(profile, call_of_launch)));
    if (!has_passed) return best;
    for (const CallOrder& order : profile.orders) {
        const std::size_t here = streams_in(order);
        if (here <= streams || here > most_streams || profile.call(order.call).for_a_promise)
            continue;
        best = order.call;
        streams = here;
    }
    return best;
}

} // namespace workbook::cli
