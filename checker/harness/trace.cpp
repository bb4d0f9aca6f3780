#include "harness/trace.hpp"

#include "wire/trace_fields.hpp"

#include <nlohmann/json.hpp>
#include <stdexcept>

namespace workbook {

namespace field = workbook::wire::trace_field;
namespace event_type = workbook::wire::trace_event;

namespace {

using Json = nlohmann::json;

// Cuts texts longer than any name or sentence, because they may be searched often.
std::string capped(const std::string& text) {
    constexpr std::size_t most = 4096;
    return text.substr(0, most);
}

std::string text(const Json& object, const char* key) {
    const auto it = object.find(key);
    return it != object.end() && it->is_string() ? capped(it->get_ref<const std::string&>())
                                                 : std::string();
}

std::optional<std::string> optional_text(const Json& object, const char* key) {
    const auto it = object.find(key);
    if (it == object.end() || !it->is_string()) return std::nullopt;
    return capped(it->get_ref<const std::string&>());
}

// Whole numbers only; a negative one is taken modulo 2^64.
std::optional<std::uint64_t> whole(const Json& value) {
    if (value.is_number_unsigned()) return value.get<std::uint64_t>();
    if (value.is_number_integer()) return static_cast<std::uint64_t>(value.get<std::int64_t>());
    return std::nullopt;
}

std::uint64_t number(const Json& object, const char* key, std::uint64_t otherwise = 0) {
    const auto it = object.find(key);
    return it != object.end() ? whole(*it).value_or(otherwise) : otherwise;
}

std::optional<std::uint64_t> optional_number(const Json& object, const char* key) {
    const auto it = object.find(key);
    return it != object.end() ? whole(*it) : std::nullopt;
}

bool truth(const Json& object, const char* key) {
    const auto it = object.find(key);
    return it != object.end() && it->is_boolean() && it->get<bool>();
}

int integer(const Json& object, const char* key) {
    return static_cast<int>(static_cast<std::int64_t>(number(object, key)));
}

Dim3 dimensions(const Json& object, const char* key) {
    Dim3 dim{0, 0, 0};
    const auto it = object.find(key);
    if (it == object.end() || !it->is_array() || it->size() != 3) return dim;
    std::uint32_t* const parts[3] = {&dim.x, &dim.y, &dim.z};
    for (std::size_t i = 0; i < 3; ++i)
        *parts[i] = static_cast<std::uint32_t>(whole((*it)[i]).value_or(0));
    return dim;
}

const Json& list(const Json& object, const char* key) {
    static const Json nothing = Json::array();
    const auto it = object.find(key);
    return it != object.end() && it->is_array() ? *it : nothing;
}

std::optional<CopyDirection> direction(const std::string& name) {
    if (name == wire::copy_direction::host_to_device) return host_to_device;
    if (name == wire::copy_direction::device_to_host) return device_to_host;
    if (name == wire::copy_direction::device_to_device) return device_to_device;
    if (name == wire::copy_direction::host_to_host) return host_to_host;
    return std::nullopt;
}

FaultSite site(const Json& object) {
    FaultSite result{text(object, field::kernel),       dimensions(object, field::block),
                     dimensions(object, field::thread), {},
                     text(object, field::access),       truth(object, field::line_is_near),
                     text(object, field::instruction)};
    for (const Json& frame : list(object, field::frames))
        if (frame.is_object())
            result.frames.push_back({text(frame, field::file), integer(frame, field::line),
                                     text(frame, field::function)});
    return result;
}

DeviceFault fault(const Json& object) {
    DeviceFault result;
    result.kind = text(object, field::kind);
    result.tool = text(object, field::tool);
    result.message = text(object, field::message);
    result.detail = text(object, field::detail);
    result.site = site(object);
    if (const auto other = object.find(field::other); other != object.end() && other->is_object())
        result.other = site(*other);
    result.space = text(object, field::space);
    result.allocation = text(object, field::allocation);
    result.count = number(object, field::count, 1);
    result.address = number(object, field::address);
    result.size = number(object, field::size);
    result.offset = static_cast<std::int64_t>(number(object, field::offset));
    return result;
}

Counters counters_of(const Json& object) {
    Counters counters;
    for (const auto& [name, value] : object.items())
        if (const auto amount = whole(value); amount && name != field::line)
            counters[name] = *amount;
    return counters;
}

Launch launch(const Json& event) {
    Launch result;
    result.kernel = text(event, field::kernel);
    result.grid = dimensions(event, field::grid);
    result.block = dimensions(event, field::block);
    result.static_shared_bytes = number(event, field::static_shared_bytes);
    result.dynamic_shared_bytes = number(event, field::dynamic_shared_bytes);
    result.device = integer(event, field::device);
    result.stream = number(event, field::stream);
    result.apart = truth(event, field::non_blocking);
    result.cooperative = truth(event, field::cooperative);
    result.error = integer(event, field::error);
    result.ran_in = optional_text(event, field::ran_in);
    result.nanoseconds = optional_number(event, field::nanoseconds);
    result.begin = optional_number(event, field::begin);
    result.text = number(event, field::text);
    result.own_bytes = number(event, field::own_bytes);
    result.own_bytes_read = number(event, field::own_bytes_read);
    if (const auto counters = event.find(field::counters);
        counters != event.end() && counters->is_object())
        result.counters = counters_of(*counters);
    for (const Json& line : list(event, field::lines))
        if (line.is_object())
            result.lines.push_back(
                {text(line, field::file), integer(line, field::line), counters_of(line)});
    return result;
}

void add_event(const Json& event, Trace& trace) {
    const std::string type = text(event, field::type);
    const std::string api = text(event, field::api);
    const int error = integer(event, field::error);
    const std::string place = text(event, field::place);
    if (type == event_type::launch)
        trace.launches.emplace_back(launch(event)).order = trace.event_count;
    else if (type == event_type::copy)
        trace.copies.push_back(
            {api, text(event, field::requested), direction(text(event, field::direction)),
             number(event, field::destination), number(event, field::source),
             number(event, field::bytes), error, trace.event_count,
             optional_text(event, field::ran_in), optional_number(event, field::nanoseconds), place,
             truth(event, field::of_symbol), optional_number(event, field::begin),
             optional_number(event, field::stream), number(event, field::own_bytes),
             text(event, field::parent)});
    else if (type == event_type::set)
        trace.fills.push_back({api, number(event, field::address), number(event, field::bytes),
                               error, place, number(event, field::own_bytes),
                               text(event, field::parent)});
    else if (type == event_type::synchronize ||
             (type == event_type::query && truth(event, field::waits)))
        trace.waits.push_back({api, error, trace.event_count, place});
    else if (type == event_type::allocate)
        trace.allocations.push_back({api, number(event, field::address),
                                     number(event, field::bytes), error, place,
                                     integer(event, field::device)});
    else if (type == event_type::free)
        trace.frees.push_back(
            {api, number(event, field::address), number(event, field::bytes), error, place});
    else if (type == event_type::prefetch && error == 0)
        trace.prefetches.push_back({number(event, field::address), number(event, field::bytes),
                                    integer(event, field::device), trace.event_count});
    else if (type == event_type::error)
        trace.errors.push_back({api, error, text(event, field::name), text(event, field::message),
                                truth(event, field::unsupported), place});
}

// Text that would cost its reader gigabytes: nested deeper, or of more values, than any trace is.
// It comes from a process that may have made it up.
bool is_a_bomb(std::string_view text) {
    constexpr std::size_t most_levels = 32, most_values = 8'000'000;
    std::size_t levels = 0, values = 0;
    bool in_string = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (in_string) {
            if (c == '\\') ++i;
            in_string = c != '"';
        } else if (c == '"') {
            in_string = true;
        } else if (c == '[' || c == '{') {
            ++values;
            if (++levels > most_levels) return true;
        } else if (c == ']' || c == '}') {
            levels -= levels > 0 ? 1 : 0;
        } else if (c == ',' && ++values > most_values) {
            return true;
        }
    }
    return false;
}

// The result is no object if the text is no JSON object.
Json parse_object(std::string_view text) {
    return Json::parse(text, nullptr, /*allow_exceptions=*/false);
}

} // namespace

std::string to_text(const Dim3& dim) {
    std::string result = std::to_string(dim.x);
    if (dim.y != 1 || dim.z != 1) result += " x " + std::to_string(dim.y);
    if (dim.z != 1) result += " x " + std::to_string(dim.z);
    return result;
}

std::string_view name_of(CopyDirection direction) {
    switch (direction) {
    case host_to_device:
        return "host to device";
    case device_to_host:
        return "device to host";
    case device_to_device:
        return "device to device";
    case host_to_host:
        break;
    }
    return "host to host";
}

std::string_view constant_of(CopyDirection direction) {
    switch (direction) {
    case host_to_device:
        return "cudaMemcpyHostToDevice";
    case device_to_host:
        return "cudaMemcpyDeviceToHost";
    case device_to_device:
        return "cudaMemcpyDeviceToDevice";
    case host_to_host:
        break;
    }
    return "cudaMemcpyHostToHost";
}

std::uint64_t Launch::counter(std::string_view name) const {
    if (!measured()) return 0;
    const auto it = counters.find(name);
    if (it == counters.end()) throw std::out_of_range("there is no counter " + std::string(name));
    return it->second;
}

std::string name_without_parameters(const std::string& demangled) {
    constexpr std::string_view anonymous = "(anonymous namespace)::";
    std::string function = demangled;
    for (std::size_t at; (at = function.find(anonymous)) != std::string::npos;)
        function.erase(at, anonymous.size());
    // What nvcc calls the namespace of a file's own functions:
    // _INTERNAL_08702fda_7_scan_cu_e56d08f3
    for (std::size_t at; (at = function.find("_INTERNAL_")) != std::string::npos;) {
        const std::size_t end = function.find("::", at);
        if (end == std::string::npos) break;
        function.erase(at, end + 2 - at);
    }
    // Up to the parameters, without a result type; what a template's arguments hold is kept.
    int depth = 0;
    std::size_t start = 0;
    for (std::size_t i = 0; i < function.size(); ++i) {
        if (function[i] == '<') ++depth;
        if (function[i] == '>') --depth;
        if (depth != 0) continue;
        if (function[i] == ' ') start = i + 1;
        if (function[i] == '(' && i > start) return function.substr(start, i - start);
    }
    return function;
}

Trace read_trace(std::string_view json) {
    Trace trace;
    trace.truncated = is_a_bomb(json);
    if (trace.truncated) return trace;
    const Json document = parse_object(json);
    if (!document.is_object() || document.contains(field::unavailable)) return trace;
    trace.present = true;
    if (const auto truncated = document.find(field::truncated); truncated != document.end())
        trace.truncated = truncated->is_boolean() && truncated->get<bool>();
    if (const auto device = document.find(field::device);
        device != document.end() && device->is_object()) {
        trace.is_virtual = text(*device, field::kind) == "virtual";
        trace.device_name = text(*device, field::name);
    }
    for (const Json& event : list(document, field::events))
        if (event.is_object()) {
            add_event(event, trace);
            ++trace.event_count;
        }
    if (const auto calls = document.find(field::calls);
        calls != document.end() && calls->is_object())
        trace.calls = counters_of(*calls);
    if (const auto printed = document.find(field::printed);
        printed != document.end() && printed->is_string())
        trace.printed = printed->get<std::string>();
    trace.refusable = number(document, field::refusable);
    if (const auto refused = document.find(field::refused);
        refused != document.end() && refused->is_object())
        trace.refused = RefusedCall{text(*refused, field::api), integer(*refused, field::error),
                                    text(*refused, field::name), text(*refused, field::place)};
    for (const Json& entry : list(document, field::variables))
        if (entry.is_object())
            trace.variables.push_back({text(entry, field::name), number(entry, field::text),
                                       number(entry, field::bytes),
                                       number(entry, field::own_bytes)});
    for (const Json& entry : list(document, field::left))
        if (entry.is_object())
            trace.left.push_back(
                {text(entry, field::kind), text(entry, field::place), number(entry, field::bytes)});
    if (const auto reach = document.find(field::reach);
        reach != document.end() && reach->is_object()) {
        if (const auto cut = reach->find(field::cut); cut != reach->end() && cut->is_boolean())
            trace.reach.cut = cut->get<bool>();
        for (const Json& entry : list(*reach, field::allocations))
            if (entry.is_object())
                trace.reach.allocations.push_back({number(entry, field::address),
                                                   number(entry, field::bytes),
                                                   number(entry, field::end)});
    }
    for (const Json& entry : list(document, field::faults))
        if (entry.is_object()) trace.faults.push_back(fault(entry));
    return trace;
}

std::vector<DeviceFault> read_fault_lines(std::string_view lines) {
    std::vector<DeviceFault> faults;
    while (!lines.empty()) {
        const std::size_t end = lines.find('\n');
        const std::string_view line = lines.substr(0, end);
        const Json object = is_a_bomb(line) ? Json() : parse_object(line);
        if (object.is_object() && !object.contains(field::type)) faults.push_back(fault(object));
        if (end == std::string_view::npos) break;
        lines.remove_prefix(end + 1);
    }
    return faults;
}

} // namespace workbook
