// One call after the other: the learner program is started, is given the call, and what it did is
// judged and kept.
#include "harness/session.hpp"

#include "harness/judge.hpp"
#include "harness/placement.hpp"
#include "harness/profile_log.hpp"
#include "harness/promises.hpp"
#include "harness/recording.hpp"
#include "wire/recording.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <stdexcept>

namespace workbook {
namespace {

bool threads_allowed = false;

constexpr std::size_t kept_of_printed = 16 << 10;

Session* current_session = nullptr;

} // namespace

bool allow_threads() { return threads_allowed = true; }

Session::Session(SessionOptions options)
    : options_(std::move(options)), text_key_(unpredictable()) {
    adopt_orphans();
}

Session::~Session() {
    if (current_session == this) current_session = nullptr;
}

Session& Session::current() {
    if (!current_session) throw std::logic_error("WORKBOOK_RUN outside of a check program");
    return *current_session;
}

void Session::set_current(Session* session) { current_session = session; }

void Session::stop() { process_.reset(); }

void Session::note_machine(const Exchange& exchange) {
    in_doubt_ |= exchange.in_doubt;
    waited_ += exchange.waited;
}

void Session::note_effects(const CallRecord& record, const Exchange& exchange) {
    if (exchange.ending != Ending::replied || exchange.reply.status != wire::ReplyStatus::returned)
        anything_done_ = true;
    if (record.trace.event_count > 0 || !record.trace.faults.empty() || !record.printed.empty() ||
        record.threads_left > 0)
        anything_done_ = true;
    for (const ArgumentRecord& argument : record.arguments) {
        const auto& before = argument.poison.empty() ? argument.spec.initial : argument.poison;
        if (argument.spec.is_array() && !argument.after.empty() && argument.after != before)
            anything_done_ = true;
    }
    if (std::any_of(record.returned.begin(), record.returned.end(),
                    [](std::byte byte) { return byte != std::byte{0}; }))
        anything_done_ = true;
}

// A function that timed out twice will probably time out again: its remaining calls are skipped.
bool Session::takes_too_long(const std::string& function) const {
    constexpr int most_timeouts = 2;
    const auto is_endless = [&](const std::string& name) {
        const auto found = timeouts_.find(name);
        return found != timeouts_.end() && found->second >= most_timeouts;
    };
    return is_endless("") || is_endless(function);
}

void Session::note_time(const std::string& function, const CallRecord& record, bool started) {
    int& in_a_row = timeouts_[started ? function : ""];
    const bool timed_out =
        std::any_of(record.problems.begin(), record.problems.end(),
                    [](const Finding& problem) { return problem.verdict == Verdict::timed_out; });
    in_a_row = timed_out ? in_a_row + 1 : 0;
}

namespace {

// Shared by all sessions of the check program.
bool something_failed = false;
bool call_written = false;

// Leaves the record as it is on a GPU without a tracer. The runtime's last error stays: it shows a
// kernel that crashed.
void forget_device(CallRecord& record, Exchange& exchange) {
    record.trace = {};
    record.inventory_known = false;
    record.other_device_code.clear();
    record.other_variables.clear();
    record.copying_kernel.clear();
    exchange.fault_lines.clear();
}

// Writes the call with its inputs; the arena's pages of an array hold its outputs by now, so the
// inputs come from the record.
void write_recording(const std::string& path, wire::Request request, const CallRecord& record) {
    for (wire::Argument& argument : request.arguments) argument.device_address = 0;
    std::ofstream file(path, std::ios::binary);
    auto put = [&](const void* bytes, std::size_t count) {
        file.write(static_cast<const char*>(bytes), static_cast<std::streamsize>(count));
    };
    wire::RecordingHeader header{{}, sizeof request};
    std::memcpy(header.magic, wire::recording_magic, sizeof header.magic);
    put(&header, sizeof header);
    put(&request, sizeof request);
    for (const ArgumentRecord& argument : record.arguments) {
        const auto& content = argument.poison.empty() ? argument.spec.initial : argument.poison;
        if (content.empty()) continue;
        const wire::RecordingPiece piece{argument.address, content.size()};
        put(&piece, sizeof piece);
        put(content.data(), content.size());
    }
    if (!file.flush()) std::fprintf(stderr, "%s could not be written\n", path.c_str());
}

} // namespace

void keep_recording() { something_failed = true; }

// A call under way.
struct Session::CallUnderWay {
    const CallSpec& spec;
    CallRecord& record;
    Placement placement = {};
    Exchange exchange = {};
    std::string trace_text = {};
    bool begun = false; // the device has its arguments
};

// The program is stopped meanwhile. Otherwise it could read its call's arrays, and work on them,
// before the virtual GPU has begun to record.
void Session::hand_over(CallUnderWay& call) {
    call.record.arguments.clear();
    call.placement = place(call.spec, call.record);
    if (options_.arrays && !call.spec.aside)
        std::ranges::copy(profile_log::wanted_of_next_call(), call.placement.device.wanted);
    call.begun = begin_on_device(call.placement, call.record, call.exchange);
}

// Starts the learner program, if there is none that will do, and hands the arguments over. False
// where it does not start.
bool Session::start(CallUnderWay& call) {
    const LearnerProcess* const before = process_.get();
    std::string obstacle;
    if (!ensure_process(call.spec.gpu, call.exchange, obstacle)) {
        call.record.printed = call.exchange.printed;
        call.record.problems = judge_start(call.exchange, options_.learner, options_.limits);
        if (!obstacle.empty()) call.record.problems = {{Verdict::grader_error, obstacle}};
        anything_done_ = true;
        return false;
    }
    const bool fresh = process_.get() != before;
    hand_over(call);
    if (!call.begun && !fresh && call.exchange.ending != Ending::timed_out) {
        // What earlier calls left on the device may be in the way, so the call gets a device of its
        // own.
        process_.reset();
        call.exchange = {};
        if (ensure_process(call.spec.gpu, call.exchange, obstacle)) hand_over(call);
    }
    return true;
}

// Has the program make the call, and takes what came of it.
void Session::run(CallUnderWay& call) {
    Exchange& exchange = call.exchange;
    if (call.begun) {
        exchange = process_->call(call.placement.request);
        note_machine(exchange);
    }
    // The errors of a virtual GPU come from its engine: from the program they are forged.
    if (call.begun && options_.device.is_virtual &&
        (exchange.reply.status == wire::ReplyStatus::device_failed ||
         exchange.reply.status == wire::ReplyStatus::device_lost))
        exchange.ending = Ending::broke_protocol;
    call.record.printed = exchange.printed;
    if (!call.begun || exchange.ending != Ending::replied) return;
    // The driver of a real GPU has threads of its own, and stops badly.
    const bool pauses = options_.device.is_virtual;
    const std::uint64_t threads = pauses ? process_->pause_threads() : 0;
    if (!threads_allowed) call.record.threads_left = threads;
    if (call.record.threads_left > 0) { // forbidden, whatever the device has left to do
        exchange.reply.left = exchange.reply.synchronised = {};
        return;
    }
    end_on_device(call.placement, call.record, exchange, call.trace_text);
    if (exchange.ending == Ending::replied)
        take_results(call.placement, call.spec, call.record, exchange, call.trace_text);
    if (pauses && process_->has_gone_on()) exchange.ending = Ending::broke_protocol;
}

// Says what is wrong with it, and keeps what later calls and reports need of it.
void Session::judge(CallUnderWay& call) {
    const CallSpec& spec = call.spec;
    CallRecord& record = call.record;
    Exchange& exchange = call.exchange;
    note_effects(record, exchange);
    // A device that has failed fails every later call, whatever that one does.
    const bool device_is_well = exchange.reply.synchronised.code == 0 &&
                                record.trace.faults.empty() &&
                                exchange.reply.status != wire::ReplyStatus::device_lost;
    if (options_.values_only) forget_device(record, exchange);
    record.problems = judge_call(exchange, record, options_.limits);
    if (options_.profile && !spec.aside)
        profile_log::add_call(record, call.trace_text, exchange.fault_lines);
    if (!spec.aside) promises::note_call(spec, record);
    if (!call.begun || exchange.ending != Ending::replied || !device_is_well ||
        record.threads_left > 0 || spec.situation.host_memory != wire::HostMemory::pageable)
        process_.reset();
    if (!recorded_ && !spec.aside && !options_.record_file.empty() && !spec.gpu.sampling) {
        recorded_ = !record.problems.empty();
        call_written = true;
        write_recording(options_.record_file, call.placement.request, record);
    }
}

Run Session::call(CallSpec spec) {
    // A failure since the last call was about that call, so its recording stays.
    if (!spec.aside) recorded_ = recorded_ || (something_failed && call_written);
    auto record = std::make_shared<CallRecord>();
    record->function = spec.function;
    record->gpu = spec.gpu;
    record->situation = spec.situation;
    record->on_virtual_gpu = options_.device.is_virtual && !options_.values_only;
    if (takes_too_long(spec.function)) {
        record->problems = {{Verdict::timed_out,
                             spec.function + "() was not called any more: your code took too long "
                                             "twice in a row"}};
        return Run(std::move(record));
    }
    if (spec.gpu.schedule_seed == 0) spec.gpu.schedule_seed = options_.schedule_seed;
    CallUnderWay call{spec, *record};
    const bool started = start(call);
    if (started) {
        run(call);
        judge(call);
    }
    note_time(spec.function, *record, started);
    if (options_.on_call) options_.on_call(waited_);
    if (spec.aside) return Run(std::move(record));
    printed_ +=
        record->printed.substr(0, kept_of_printed - std::min(kept_of_printed, printed_.size()));
    return Run(std::move(record));
}

} // namespace workbook
