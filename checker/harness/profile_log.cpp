#include "harness/profile_log.hpp"

#include "wire/profile_file.hpp"
#include "wire/trace_fields.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <vector>

namespace workbook::profile_log {

namespace field = workbook::wire::trace_field;
namespace profile_field = workbook::wire::profile_field;
namespace event_type = workbook::wire::trace_event;

namespace {

using Object = nlohmann::json;

struct KeptLaunch {
    Object event;
    std::string kernel;
    std::uint64_t size = 0; // warp instructions
    std::size_t bytes = 0;
};

struct Log {
    Bounds bounds;
    std::string test_case;
    bool for_a_promise = false; // whether the case is one
    std::vector<KeptLaunch> launches;
    std::map<std::string, std::size_t> biggest; // for each kernel: an index into `launches`
    std::uint64_t launch_count = 0;
    std::size_t bytes = 0;
    bool sparse = false;  // only the biggest of each kernel has series of accesses
    bool crowded = false; // only the biggest of each kernel has lines
    std::vector<Object> calls, faults, orders;
    std::size_t order_bytes = 0;
    std::map<const CallRecord*, std::uint64_t> numbers; // of the last call with that record
    std::uint64_t call_count = 0, fault_count = 0;
    std::vector<Wanted> wanted;
};

std::optional<Log>& current_log() {
    static std::optional<Log> log;
    return log;
}

std::string bounded_dump(const Object& object) {
    return object.dump(-1, ' ', false, Object::error_handler_t::replace);
}

// A copy that is no deeper, longer or wider than what a trace has: how much there is of anything,
// the student's code decides.
Object bounded_copy(const Object& value, int depth = 7, std::size_t most_entries = 1000) {
    constexpr std::size_t most_characters = 4096;
    if (value.is_number() || value.is_boolean()) return value;
    if (value.is_string()) return value.get_ref<const std::string&>().substr(0, most_characters);
    if (!value.is_structured() || depth == 0) return nullptr;
    Object copy = value.is_array() ? Object::array() : Object::object();
    std::size_t entries = 0;
    for (const auto& [name, entry] : value.items()) {
        if (++entries > most_entries) break;
        if (value.is_array())
            copy.push_back(bounded_copy(entry, depth - 1, most_entries));
        else
            copy[name.substr(0, most_characters)] = bounded_copy(entry, depth - 1, most_entries);
    }
    return copy;
}

void measure(Log& log, KeptLaunch& launch) {
    log.bytes -= launch.bytes;
    launch.bytes = bounded_dump(launch.event).size();
    log.bytes += launch.bytes;
}

void drop_series(Log& log, KeptLaunch& launch) {
    const auto lines = launch.event.find(field::lines);
    if (lines == launch.event.end() || !lines->is_array()) return;
    std::size_t dropped = 0;
    for (Object& line : *lines)
        if (line.is_object()) dropped += line.erase(field::series);
    dropped += launch.event.erase(field::lanes);
    if (dropped == 0) return;
    launch.event[profile_field::series_left_out] = true;
    measure(log, launch);
}

void drop_lines(Log& log, KeptLaunch& launch) {
    if (!launch.event.contains(field::lines)) return;
    launch.event.erase(field::lines);
    launch.event.erase(field::lanes);
    launch.event[profile_field::lines_left_out] = true;
    measure(log, launch);
}

bool is_biggest(const Log& log, std::size_t index) {
    return log.biggest.at(log.launches[index].kernel) == index;
}

void make_room(Log& log, std::size_t newest) {
    if (log.bytes > log.bounds.bytes || log.sparse) {
        for (std::size_t i = log.sparse ? newest : 0; i < log.launches.size(); ++i)
            if (!is_biggest(log, i)) drop_series(log, log.launches[i]);
        log.sparse = true;
    }
    if (!log.crowded && log.bytes <= log.bounds.bytes) return;
    for (std::size_t i = log.crowded ? newest : 0; i < log.launches.size(); ++i)
        if (!is_biggest(log, i)) drop_lines(log, log.launches[i]);
    log.crowded = true;
    if (log.bytes > log.bounds.bytes) drop_lines(log, log.launches[newest]);
}

// Takes a launch's accesses of arrays into `event`. Where they were asked for, there are many.
void take_arrays(const Log& log, const Object& untrusted, Object& event) {
    constexpr std::size_t most_accesses = 4000;
    event.erase(field::arrays);
    const auto arrays = untrusted.find(field::arrays);
    if (arrays != untrusted.end() &&
        std::ranges::find(log.wanted, log.launch_count, &Wanted::number) != log.wanted.end())
        event[field::arrays] = bounded_copy(*arrays, 6, most_accesses);
}

void add_launch(Log& log, const Object& untrusted) {
    Object event = bounded_copy(untrusted);
    event[profile_field::number] = ++log.launch_count;
    take_arrays(log, untrusted, event);
    event[profile_field::call] = log.call_count;
    KeptLaunch launch;
    const auto kernel = event.find(field::kernel);
    if (kernel != event.end() && kernel->is_string()) launch.kernel = kernel->get<std::string>();
    if (const auto counters = event.find(field::counters);
        counters != event.end() && counters->is_object())
        if (const auto size = counters->find("warp_instructions");
            size != counters->end() && size->is_number_unsigned())
            launch.size = size->get<std::uint64_t>();
    launch.bytes = bounded_dump(event).size();
    launch.event = std::move(event);

    const auto known = log.biggest.find(launch.kernel);
    const bool is_new = known == log.biggest.end();
    const bool is_bigger = is_new || launch.size > log.launches[known->second].size;
    if (is_new && log.biggest.size() >= log.bounds.kernels) return;
    if (log.launches.size() >= log.bounds.launches && !is_bigger) return;
    // When the list is full, a bigger launch of the kernel replaces its biggest one so far.
    if (log.launches.size() >= log.bounds.launches && !is_new) {
        log.bytes += launch.bytes - log.launches[known->second].bytes;
        log.launches[known->second] = std::move(launch);
        return make_room(log, known->second);
    }
    log.bytes += launch.bytes;
    log.launches.push_back(std::move(launch));
    const std::size_t index = log.launches.size() - 1;
    if (is_bigger) {
        const std::size_t former = is_new ? index : known->second;
        log.biggest[log.launches[index].kernel] = index;
        if (log.sparse && former != index) drop_series(log, log.launches[former]);
        if (log.crowded && former != index) drop_lines(log, log.launches[former]);
    }
    make_room(log, index);
}

void add_fault(Log& log, const Object& untrusted) {
    ++log.fault_count;
    if (log.faults.size() >= log.bounds.faults) return;
    Object& fault = log.faults.emplace_back(bounded_copy(untrusted));
    fault[profile_field::call] = log.call_count;
}

bool is_launch(const Object& object) {
    const auto type = object.find(field::type);
    return type != object.end() && *type == event_type::launch;
}

bool orders_work(const Object& event) {
    const auto type = event.find(field::type);
    if (type == event.end() || !type->is_string()) return false;
    const auto& name = type->get_ref<const std::string&>();
    constexpr const char* ordering[] = {
        event_type::launch,      event_type::copy,         event_type::set,
        event_type::synchronize, event_type::free,         event_type::record,
        event_type::wait,        event_type::query,        event_type::graph_launch,
        event_type::join,        event_type::host_function};
    return std::ranges::find(ordering, name) != std::end(ordering);
}

// Keeps where each event stands in the order, without its counters. A launch has its number.
void add_order(Log& log, const Object& events, std::uint64_t launches_before) {
    constexpr const char* kept[] = {field::type,  field::api,    field::kernel, field::direction,
                                    field::bytes, field::stream, field::event,  field::non_blocking,
                                    field::waits, field::graph,  field::branch, field::nodes,
                                    field::node,  field::place,  field::error,  field::after,
                                    field::device};
    Object order = Object::array();
    std::size_t left_out = 0;
    for (const Object& event : events) {
        if (!event.is_object()) continue;
        const bool launched = is_launch(event);
        launches_before += launched;
        if (!orders_work(event)) continue;
        if (order.size() >= log.bounds.events) {
            ++left_out;
            continue;
        }
        Object slim = Object::object();
        for (const char* name : kept)
            if (const auto found = event.find(name); found != event.end())
                slim[name] = bounded_copy(*found, 2);
        if (launched) slim[profile_field::number] = launches_before;
        order.push_back(std::move(slim));
    }
    Object entry{{profile_field::call, log.call_count},
                 {field::events, std::move(order)},
                 {profile_field::left_out, left_out}};
    const std::size_t bytes = bounded_dump(entry).size();
    if (log.order_bytes + bytes > log.bounds.order_bytes) return;
    log.order_bytes += bytes;
    log.orders.push_back(std::move(entry));
}

void add_trace(Log& log, std::string_view trace) {
    const std::uint64_t launches_before = log.launch_count;
    Object document = Object::parse(trace, nullptr, /*allow_exceptions=*/false);
    if (!document.is_object()) return;
    if (const Object& events = document[field::events]; events.is_array())
        for (const Object& event : events)
            if (event.is_object() && is_launch(event)) add_launch(log, event);
    if (const Object& events = document[field::events]; events.is_array())
        add_order(log, events, launches_before);
    if (const Object& faults = document[field::faults]; faults.is_array())
        for (const Object& fault : faults)
            if (fault.is_object()) add_fault(log, fault);
}

void add_lines(Log& log, std::string_view lines) {
    while (!lines.empty()) {
        const std::size_t end = lines.find('\n');
        const Object object =
            Object::parse(lines.substr(0, end), nullptr, /*allow_exceptions=*/false);
        if (object.is_object() && is_launch(object))
            add_launch(log, object);
        else if (object.is_object() && !object.contains(field::type))
            add_fault(log, object);
        if (end == std::string_view::npos) break;
        lines.remove_prefix(end + 1);
    }
}

// The lines of PTX, grouped by the function that they belong to.
Object ptx_functions(const std::vector<PtxLine>& lines, std::size_t room) {
    constexpr std::size_t most_of_line = 400;
    Object functions = Object::array();
    std::shared_ptr<const std::string> current;
    for (const PtxLine& line : lines) {
        if (!line.file || line.line <= 0 || line.text.starts_with('.')) continue;
        const std::size_t bytes = std::min(line.text.size(), most_of_line) + line.file->size();
        if (bytes > room) break;
        room -= bytes;
        if (current != line.function) {
            current = line.function;
            functions.push_back({{profile_field::function, *line.function},
                                 {profile_field::lines, Object::array()}});
        }
        functions.back()[profile_field::lines].push_back(
            Object::array({*line.file, line.line, line.text.substr(0, most_of_line)}));
    }
    return functions;
}

} // namespace

void enable(const Bounds& bounds) {
    current_log().emplace();
    current_log()->bounds = bounds;
}

bool enabled() { return current_log().has_value(); }

void want(const std::vector<Wanted>& launches) {
    if (enabled()) current_log()->wanted = launches;
}

std::vector<Wanted> wanted_of_next_call() {
    std::vector<Wanted> wanted;
    if (!enabled()) return wanted;
    const std::uint64_t before = current_log()->launch_count;
    for (const Wanted& launch : current_log()->wanted)
        if (launch.number > before && wanted.size() < wire::most_wanted_launches)
            wanted.push_back({launch.number - before, launch.block, launch.focus});
    return wanted;
}

void begin_case(std::string_view name, bool for_a_promise) {
    if (!enabled()) return;
    current_log()->test_case = name;
    current_log()->for_a_promise = for_a_promise;
}

void add_call(const CallRecord& record, std::string_view trace, std::string_view fault_lines) {
    if (!enabled()) return;
    Log& log = *current_log();
    log.numbers[&record] = ++log.call_count;
    if (log.calls.size() < log.bounds.calls) {
        Object call{{profile_field::number, log.call_count},
                    {profile_field::case_of_call, log.test_case},
                    {profile_field::function, record.function},
                    {profile_field::returned, record.returned_normally},
                    {profile_field::measured, 0u},
                    {profile_field::for_a_promise, log.for_a_promise}};
        if (!record.problems.empty())
            call[profile_field::problem] = record.problems.front().text.substr(0, 500);
        log.calls.push_back(std::move(call));
    }
    trace.empty() ? add_lines(log, fault_lines) : add_trace(log, trace);
}

void note_measured(const CallRecord& record) {
    if (!enabled()) return;
    Log& log = *current_log();
    const auto number = log.numbers.find(&record);
    if (number == log.numbers.end()) return;
    if (number->second > log.calls.size()) return;
    Object& count = log.calls[number->second - 1][profile_field::measured];
    count = count.get<std::uint64_t>() + 1;
}

std::string to_json(const Heading& heading, const std::vector<PtxLine>& ptx) {
    Object launches = Object::array();
    const Log nothing;
    const Log& log = enabled() ? *current_log() : nothing;
    for (const KeptLaunch& launch : log.launches) launches.push_back(launch.event);
    const Object document{{profile_field::format, wire::profile_format},
                          {profile_field::lesson, heading.lesson},
                          {profile_field::tree, heading.tree},
                          {profile_field::seed, heading.seed},
                          {profile_field::call_count, log.call_count},
                          {profile_field::launch_count, log.launch_count},
                          {profile_field::fault_count, log.fault_count},
                          {profile_field::calls, log.calls},
                          {profile_field::launches, std::move(launches)},
                          {profile_field::faults, log.faults},
                          {profile_field::orders, log.orders},
                          {profile_field::ptx, ptx_functions(ptx, log.bounds.ptx_bytes)}};
    return bounded_dump(document) + "\n";
}

} // namespace workbook::profile_log
