// What happened between workbook_trace_begin and workbook_trace_end, and the log of all faults.
//
// A program that dies takes the trace with it, so each fault is also written at once to the file
// that WORKBOOK_TRACE_FILE names, and each launch that ran with WORKBOOK_TRACE_LEVEL=lines. Outside
// a recording, faults are printed for the person who started the program. Sizes are bounded: a
// program with a million launches gets a truncated trace, not a full memory.
#pragma once

#include "vgpu/exec/fault.hpp"
#include "vgpu/runtime/device_model.hpp"
#include "vgpu/runtime/settings.hpp"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace vgpu::runtime {

class Trace : public exec::FaultSink {
  public:
    // `file`: a path, the number of an open file descriptor, or empty.
    explicit Trace(std::string file, const DeviceModel& model = default_model())
        : file_(std::move(file)), model_(model) {}

    void begin();
    // The JSON of what was recorded, and of `more` members; valid until the next begin().
    const std::string& end();
    const std::string& end(const nlohmann::json& more);
    bool recording() const { return recording_; }
    // Whether the next event or error is to name its line.
    bool wants_place() { return places_++ < most_places; }

    // Which event, of which recording; 0 when it was not recorded.
    using Ticket = std::uint64_t;
    Ticket add_event(const nlohmann::json& event);
    // Whether the event will still be read.
    bool wants(Ticket ticket) const;
    // What became known of an event when its work ran. The event keeps its place: events stand in
    // the order of the calls.
    void replace_event(Ticket ticket, const nlohmann::json& event);
    // When the event's work began, on the virtual clock.
    void add_begin(Ticket ticket, std::uint64_t nanoseconds);
    // One more line of the file, at once, for a launch that has run. While recording only as long
    // as the file has room: who records gets the launches anyway, unless the program dies.
    void append_launch(const nlohmann::json& event);
    // A fault is listed once a place; when it happens again it is counted.
    void report(exec::Fault fault) override;
    // The same for one that the program will not survive: it is printed even while recording, since
    // the recording may never be fetched.
    void report_deadly(exec::Fault fault);
    // An API call that failed, with a sentence on what is wrong if there is one, and its line. The
    // same text is printed once, however often a loop meets it; a loud one is printed even while
    // recording.
    void report_api_error(const char* api, int error, const std::string& explanation, bool loud,
                          bool unsupported = false, const std::string& place = {});

    // Text that a kernel prints: what the program makes of it is the program's. Keeps the beginning
    // of what is printed while recording.
    void note_printed(std::string_view text);

    // Where what is printed goes; stderr if nothing is said.
    void set_print(std::function<void(std::string_view)> print) { print_ = std::move(print); }
    void set_reports(ReportSettings reports) { reports_ = std::move(reports); }
    // `place`: returns where the program launched the running kernel, "sort.cu:31" or empty; null
    // if no kernel runs whose place is worth reporting.
    // `of_every_fault`: of a kernel that another one launched; otherwise of those in headers alone.
    void set_launch_place(std::function<std::string()> place, bool of_every_fault = false) {
        launch_place_ = std::move(place);
        places_every_fault_ = of_every_fault;
    }
    // Errors that were printed, for the summary at the program's end, and those that were not
    // wanted.
    std::uint64_t printed() const { return printed_; }
    std::uint64_t hidden() const { return hidden_; }

  private:
    void append_to_file(const std::string& object);
    void forget_events();
    void put(std::string_view text);
    void print(const exec::Fault& fault);
    void count_error();

    std::function<void(std::string_view)> print_;
    std::string file_;
    const DeviceModel& model_;
    int descriptor_ = -1;
    std::size_t launch_bytes_ = 0; // in the file, of launches while recording
    bool recording_ = false;
    bool truncated_ = false;
    static constexpr int most_places = 100;
    int places_ = 0;                  // that were asked for in this recording
    std::vector<std::string> events_; // JSON objects
    std::size_t event_bytes_ = 0;
    Ticket first_ticket_ = 1; // of events_[0]: tickets are never given twice
    std::vector<exec::Fault> faults_;
    std::unordered_map<std::string, std::size_t> known_; // place and kind -> index into faults_
    std::string kernels_printed_;
    std::string text_;
    std::set<std::string> said_; // of API errors, bounded
    std::uint64_t printed_ = 0, hidden_ = 0;
    ReportSettings reports_;
    std::function<std::string()> launch_place_;
    bool places_every_fault_ = false;
};

} // namespace vgpu::runtime
