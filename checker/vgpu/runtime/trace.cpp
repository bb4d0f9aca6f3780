#include "vgpu/runtime/trace.hpp"

#include "vgpu/exec/fault_place.hpp"
#include "vgpu/runtime/device_model.hpp"
#include "vgpu/runtime/driver_results.hpp"
#include "vgpu/runtime/errors.hpp"
#include "vgpu/runtime/fault_text.hpp"
#include "vgpu/runtime/settings.hpp"
#include "wire/trace_fields.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include <cstdio>

namespace vgpu::runtime {

namespace field = workbook::wire::trace_field;
namespace event_type = workbook::wire::trace_event;

namespace {

using nlohmann::json;

constexpr std::size_t max_event_bytes = 64 << 20;
constexpr std::size_t max_launch_bytes = 16 << 20;  // in the file while recording
constexpr std::size_t max_printed_bytes = 64 << 10; // by kernels
constexpr std::size_t max_faults = 1000;
constexpr std::size_t most_known_places = 8 * max_faults;

// Names come from the program under test and need not be UTF-8.
std::string dump(const json& value) {
    return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

void write_all(int descriptor, std::string_view text) {
    while (!text.empty()) {
        const ssize_t written = ::write(descriptor, text.data(), text.size());
        if (written <= 0) return; // the reader is gone
        text.remove_prefix(static_cast<std::size_t>(written));
    }
}

} // namespace

void Trace::begin() {
    recording_ = true;
    truncated_ = false;
    places_ = 0;
    forget_events();
    kernels_printed_.clear();
    faults_.clear();
    known_.clear();
}

void Trace::note_printed(std::string_view text) {
    if (!recording_) return;
    kernels_printed_ += text.substr(0, max_printed_bytes - kernels_printed_.size());
}

void Trace::forget_events() {
    first_ticket_ += events_.size();
    events_ = {};
    event_bytes_ = 0;
}

const std::string& Trace::end() { return end(json::object()); }

const std::string& Trace::end(const json& more) {
    recording_ = false;
    const json device = {{field::kind, "virtual"},
                         {field::name, model_.name},
                         {field::compute_capability, {model_.major, model_.minor}}};
    json faults = json::array();
    for (const exec::Fault& fault : faults_) faults.push_back(to_json(fault));
    text_ =
        fmt::format(R"({{"{}":{},"{}":{},"{}":[{}],"{}":{},"{}":{})", field::device, dump(device),
                    field::truncated, truncated_, field::events, fmt::join(events_, ","),
                    field::faults, dump(faults), field::printed, dump(kernels_printed_));
    for (const auto& [name, value] : more.items())
        text_ += fmt::format(R"(,"{}":{})", name, dump(value));
    text_ += '}';
    faults_.clear();
    known_.clear();
    forget_events();
    return text_;
}

Trace::Ticket Trace::add_event(const json& event) {
    if (!recording_ || truncated_) return 0;
    std::string text = dump(event);
    if (event_bytes_ + text.size() > max_event_bytes) {
        truncated_ = true;
        return 0;
    }
    event_bytes_ += text.size();
    events_.push_back(std::move(text));
    return first_ticket_ + events_.size() - 1;
}

bool Trace::wants(Ticket ticket) const {
    return recording_ && ticket >= first_ticket_ && ticket - first_ticket_ < events_.size();
}

void Trace::replace_event(Ticket ticket, const json& event) {
    if (!wants(ticket) || truncated_) return;
    std::string& place = events_[ticket - first_ticket_];
    std::string text = dump(event);
    if (event_bytes_ - place.size() + text.size() > max_event_bytes) {
        truncated_ = true;
        return;
    }
    event_bytes_ += text.size() - place.size();
    place = std::move(text);
}

void Trace::add_begin(Ticket ticket, std::uint64_t nanoseconds) {
    if (!wants(ticket) || truncated_) return;
    std::string& event = events_[ticket - first_ticket_];
    const std::string member = fmt::format(",\"{}\":{}", field::begin, nanoseconds);
    event.insert(event.rfind('}'), member);
    event_bytes_ += member.size();
}

void Trace::report(exec::Fault fault) {
    if (reports_.filter.hides(fault)) {
        ++hidden_;
        return;
    }
    const std::string by_instruction = exec::place_key(fault, exec::MergedBy::instruction),
                      by_allocation = exec::place_key(fault, exec::MergedBy::allocation);
    for (const std::string& key : {by_instruction, by_allocation})
        if (const auto known = known_.find(key); known != known_.end()) {
            const std::size_t index = known->second;
            faults_[index].count += fault.count;
            if (known_.size() < most_known_places) {
                known_.try_emplace(by_instruction, index);
                known_.try_emplace(by_allocation, index);
            }
            return;
        }
    if (faults_.size() == max_faults) {
        truncated_ = true;
        return;
    }
    if (launch_place_ && (places_every_fault_ || has_headers_alone(fault.site)))
        fault.launched_in = launch_place_();
    append_to_file(dump(to_json(fault)));
    if (!recording_) print(fault);
    // This comes last: the steps above may ask the program, and throw if it has hung up.
    for (const std::string& key : {by_instruction, by_allocation})
        known_.emplace(key, faults_.size());
    faults_.push_back(std::move(fault));
}

void Trace::report_deadly(exec::Fault fault) {
    if (recording_) print(fault);
    report(std::move(fault));
}

void Trace::put(std::string_view text) {
    if (print_)
        print_(text);
    else
        write_all(STDERR_FILENO, text);
}

void Trace::print(const exec::Fault& fault) {
    put(sanitizer_text(fault, reports_.all_frames ? Frames::all : Frames::folded));
    count_error();
}

void Trace::count_error() {
    if (++printed_ == 1 && reports_.error_descriptor >= 0)
        write_all(reports_.error_descriptor, "!");
}

namespace {

std::string api_error_line(const char* name, int number, cudaError_t error, const char* api) {
    return fmt::format(
        "========= Program hit {} (error {}) due to \"{}\" on CUDA API call to {}.\n", name, number,
        error_text(error), api);
}

} // namespace

void Trace::report_api_error(const char* api, int error, const std::string& explanation, bool loud,
                             bool unsupported, const std::string& place) {
    const auto code = static_cast<cudaError_t>(error);
    if (recording_ && !explanation.empty())
        add_event({{field::type, event_type::error},
                   {field::api, api},
                   {field::error, error},
                   {field::name, error_name(code)},
                   {field::unsupported, unsupported},
                   {field::message, bounded(explanation)},
                   {field::place, place}});
    if (recording_ && !loud) return;
    const CUresult result = driver_result(code);
    std::string text = is_driver_function(api)
                           ? api_error_line(driver_result_name(result), result, code, api)
                           : api_error_line(error_name(code), error, code, api);
    if (!explanation.empty()) text += fmt::format("=========     {}\n", bounded(explanation));
    if (!place.empty()) text += fmt::format("=========     in {}\n", place);
    count_error();
    if (said_.size() == max_faults || !said_.insert(text).second) return;
    put(text + "=========\n");
}

void Trace::append_launch(const json& event) {
    if (file_.empty()) return;
    const std::string text = dump(event);
    if (recording_ && launch_bytes_ + text.size() > max_launch_bytes) return;
    if (recording_) launch_bytes_ += text.size();
    append_to_file(text);
}

void Trace::append_to_file(const std::string& object) {
    if (file_.empty()) return;
    if (descriptor_ < 0) {
        const auto number = parse_number(file_);
        descriptor_ = number
                          ? static_cast<int>(*number)
                          : ::open(file_.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644);
        if (descriptor_ < 0) {
            put(fmt::format("virtual GPU: WORKBOOK_TRACE_FILE={} cannot be opened\n", file_));
            file_.clear();
            return;
        }
    }
    write_all(descriptor_, object + "\n");
}

} // namespace vgpu::runtime
