#include "harness/session.hpp"

#include "harness/gpu.hpp"
#include "harness/judge.hpp"
#include "harness/parameters.hpp"
#include "harness/profile_log.hpp"
#include "harness/program_image.hpp"
#include "harness/promises.hpp"
#include "harness/random.hpp"
#include "harness/recording.hpp"
#include "wire/recording.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <random>
#include <sstream>

namespace workbook {
namespace {

bool threads_allowed = false, other_device_code_allowed = false;

constexpr std::uint64_t trace_capacity = 64ull << 20;
// Around device arrays on a real GPU; on the virtual one every byte beyond an array is watched
// anyway.
constexpr std::uint64_t device_guard_bytes = 1024;
constexpr std::size_t kept_of_printed = 16 << 10;

Session* current_session = nullptr;

std::byte* at(std::uint64_t address) { return reinterpret_cast<std::byte*>(address); }

// What is "never written" must be told from any value, also from the one a hostile program guesses.
void fill_randomly(std::vector<std::byte>& bytes, Generator& generator) {
    for (std::size_t i = 0; i < bytes.size(); i += sizeof(std::uint64_t)) {
        const std::uint64_t word = generator.next();
        std::memcpy(&bytes[i], &word, std::min(sizeof word, bytes.size() - i));
    }
}

std::uint64_t unpredictable() {
    std::random_device device;
    return (static_cast<std::uint64_t>(device()) << 32) | device();
}

} // namespace

bool allow_threads() { return threads_allowed = true; }
bool allow_other_device_code() { return other_device_code_allowed = true; }

// Where the parts of one call lie in the arena.
struct Session::Placement {
    struct Guarded {
        std::uint64_t front = 0,
                      front_bytes = 0; // the bytes in front of the array that must not change
        std::uint64_t back = 0, back_bytes = 0;
        std::vector<std::byte> front_content, back_content;
        std::uint64_t content = 0; // of an array on the virtual GPU: in the exchange
    };
    wire::Request request;
    std::vector<Guarded> guards;
    wire::EngineRequest device; // the same call, for the virtual GPU's engine
};

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

namespace {

// The folders of a search path, as LD_LIBRARY_PATH is one.
std::vector<std::string> folders_of(const char* path) {
    std::vector<std::string> folders;
    std::istringstream stream(path ? path : "");
    for (std::string folder; std::getline(stream, folder, ':');)
        if (!folder.empty()) folders.push_back(folder);
    return folders;
}

} // namespace

std::optional<ConfinedFiles> Session::confined_files() const {
    if (!options_.confine) return std::nullopt;
    ConfinedFiles files;
    files.program = options_.learner;
    files.cuda_libraries = options_.cuda_libraries;
    if (options_.device.is_virtual) {
        files.virtual_runtime = options_.virtual_runtime;
        return files;
    }
    files.tracer = options_.tracer;
    files.libraries = folders_of(std::getenv("LD_LIBRARY_PATH")); // the driver's may be there
    // Or the loader's cache alone knows where.
    if (const std::string folder = driver_folder();
        !folder.empty() && !folder.starts_with("/usr/lib") && !folder.starts_with("/lib"))
        files.libraries.push_back(folder);
    files.real_gpu = true;
    return files;
}

// Nothing of the caller's environment but what programs need to find their files; confined, there
// is but one folder for them.
std::vector<std::string> Session::environment() const {
    std::vector<std::string> variables;
    const bool confined = options_.confine;
    for (const char* name : {"PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "CUDA_VISIBLE_DEVICES",
                             "CUDA_CACHE_PATH", "ASAN_OPTIONS", "UBSAN_OPTIONS"})
        if (const char* value = std::getenv(name))
            variables.push_back(
                std::string(name) + "=" +
                (confined && value[0] == '/' ? Confinement::temporary_folder : value));
    // The toolkit's other libraries are needed with the virtual runtime, too: NVRTC loads a part of
    // itself by name, which no run path of the learner's program helps to find.
    std::string libraries = options_.cuda_libraries;
    if (confined && !libraries.empty()) libraries = Confinement::cuda_libraries;
    if (options_.device.is_virtual)
        libraries = (confined ? Confinement::virtual_runtime : options_.virtual_runtime) +
                    (libraries.empty() ? "" : ":" + libraries);
    if (const char* inherited = std::getenv("LD_LIBRARY_PATH"))
        if (!confined || !options_.device.is_virtual)
            libraries += (libraries.empty() ? "" : ":") + std::string(inherited);
    if (!libraries.empty()) variables.push_back("LD_LIBRARY_PATH=" + libraries);
    variables.push_back(std::string(wire::serve_variable) + "=1");
    if (options_.device.is_virtual) {
        variables.push_back(std::string(wire::door_variable) + "=" +
                            std::to_string(wire::door_descriptor));
    } else if (!options_.tracer.empty())
        variables.push_back(std::string(wire::tracer_variable) + "=" +
                            (confined ? Confinement::tracer : options_.tracer));
    return variables;
}

LearnerProcess::Start Session::start_of(const VirtualGpu& gpu) const {
    LearnerProcess::Start start;
    start.program = options_.learner;
    start.environment = environment();
    start.arena = arena_.descriptor();
    start.limits = options_.limits;
    start.confined = confined_files();
    if (!options_.device.is_virtual) return start;
    EngineProcess::Start& engine = start.engine.emplace();
    engine.folder = options_.virtual_runtime;
    engine.setup.count_lines = options_.profile;
    engine.setup.schedule_seed = gpu.schedule_seed;
    engine.setup.text_key = text_key_;
    const auto set_name = [](auto& field, const std::string& profile) {
        if (profile.size() >= sizeof field)
            throw std::length_error("the profile's name is too long: " + profile);
        std::memcpy(field, profile.c_str(), profile.size() + 1);
    };
    engine.setup.devices = gpu.devices;
    engine.setup.current_device = gpu.current_device;
    engine.setup.sampling = gpu.sampling ? 1 : 0;
    set_name(engine.setup.profile, gpu.profile);
    set_name(engine.setup.other_profile, gpu.other_profile);
    engine.arena = arena_.descriptor();
    engine.limits = options_.limits;
    engine.confine = options_.confine;
    start.exchange = &exchange_;
    return start;
}

bool Session::ensure_process(VirtualGpu gpu, Exchange& exchange, std::string& obstacle) {
    if (!options_.device.is_virtual) gpu = {};
    if (process_ && process_gpu_ == gpu) return true;
    process_.reset();
    try {
        process_ = LearnerProcess::start(start_of(gpu), exchange);
    } catch (const CannotConfine& failure) {
        obstacle = failure.what();
    }
    process_gpu_ = std::move(gpu);
    return process_ != nullptr;
}

Session::Placement Session::place(const CallSpec& spec, CallRecord& record) {
    Placement placement;
    Generator generator(unpredictable());
    arena_.begin_call();
    exchange_.begin_call();
    wire::Request& request = placement.request;
    ++calls_;
    // Not to be guessed: a reply that was written before the call was made is none.
    request.number = generator.next();
    if (spec.function.size() >= sizeof request.function)
        throw std::length_error("the function's name is too long: " + spec.function);
    std::memcpy(request.function, spec.function.c_str(), spec.function.size() + 1);
    request.argument_count = static_cast<std::uint32_t>(spec.arguments.size());
    const auto names = parameters_of(spec.function, spec.arguments.size());
    for (std::size_t i = 0; i < spec.arguments.size(); ++i) {
        const ArgumentSpec& argument = spec.arguments[i];
        ArgumentRecord& kept = record.arguments.emplace_back();
        Placement::Guarded& guard = placement.guards.emplace_back();
        wire::Argument& packed = request.arguments[i];
        packed = {argument.kind, argument.direction, 0, argument.bytes(), 0, argument.repeats};
        if (argument.kind == wire::ArgumentKind::host_array) {
            packed.address = arena_.place_against_page_end(
                argument.repeats == 1 ? argument.bytes() : wire::long_array_period);
            guard.front = packed.address / arena_.page_bytes() * arena_.page_bytes();
            guard.front_bytes = packed.address - guard.front;
        } else if (argument.kind == wire::ArgumentKind::device_array) {
            // The virtual GPU's engine gets the bytes by a way of its own; a place in the arena is
            // for a recording of the call.
            const bool is_virtual = options_.device.is_virtual;
            packed.guard_bytes = is_virtual ? 0 : device_guard_bytes;
            guard.front = arena_.place(argument.bytes() + 2 * packed.guard_bytes);
            if (is_virtual) guard.content = exchange_.place(argument.bytes());
            guard.front_bytes = guard.back_bytes = packed.guard_bytes;
            packed.address = guard.front + packed.guard_bytes;
            guard.back = packed.address + argument.bytes();
        } else
            packed.address = arena_.place(argument.bytes());
        guard.front_content.resize(guard.front_bytes);
        guard.back_content.resize(guard.back_bytes);
        fill_randomly(guard.front_content, generator);
        fill_randomly(guard.back_content, generator);
        std::copy(guard.front_content.begin(), guard.front_content.end(), at(guard.front));
        std::copy(guard.back_content.begin(), guard.back_content.end(), at(guard.back));

        kept.spec = argument;
        kept.name = names[i];
        kept.address = packed.address;
        if (argument.direction == wire::Direction::out && argument.is_array()) {
            kept.poison.resize(argument.bytes());
            fill_randomly(kept.poison, generator);
        }
        const std::vector<std::byte>& content =
            kept.poison.empty() ? argument.initial : kept.poison;
        std::byte* const place = at(guard.content != 0 ? guard.content : packed.address);
        std::copy(content.begin(), content.end(), place);
        if (argument.repeats > 1 && argument.kind == wire::ArgumentKind::host_array)
            for (std::size_t k = content.size(); k < wire::long_array_period; ++k)
                place[k] = place[k - content.size()];
    }
    request.host_memory = spec.situation.host_memory;
    request.timed = spec.timed ? 1 : 0;
    request.error_before = spec.situation.error_before;
    request.result_bytes = spec.result_bytes;
    request.result_address = arena_.place(spec.result_bytes);
    request.trace_capacity = trace_capacity;
    request.trace_address = arena_.place(trace_capacity);
    if (!options_.device.is_virtual) return placement;
    wire::EngineRequest& device = placement.device;
    device.array_count = request.argument_count;
    for (std::size_t i = 0; i < request.argument_count; ++i)
        if (placement.guards[i].content != 0 && request.arguments[i].bytes != 0)
            device.arrays[i] = {
                request.arguments[i].bytes, exchange_.offset_of(placement.guards[i].content),
                spec.situation.one_element_off ? spec.arguments[i].element_bytes : 0,
                spec.arguments[i].repeats};
    device.refuse = spec.situation.refuse;
    device.last_first = spec.situation.last_first ? 1 : 0;
    device.same_place = spec.situation.same_place ? 1 : 0;
    device.trace_capacity = trace_capacity;
    device.trace_offset = exchange_.offset_of(exchange_.place(trace_capacity));
    return placement;
}

static Ending ending_without_reply(const EngineProcess& engine) {
    return engine.took_too_much_memory() ? Ending::took_too_much_memory : Ending::lost_engine;
}

// Puts the call's arrays on the virtual GPU. False: `exchange` says why it could not be done.
bool Session::begin_on_device(Placement& placement, CallRecord& record, Exchange& exchange) {
    EngineProcess* engine = process_->engine();
    if (engine == nullptr) return true;
    placement.device.kind = wire::EngineRequestKind::begin;
    const auto reply = engine->ask(placement.device, options_.limits.prepare_seconds);
    exchange.ending = reply ? Ending::replied : ending_without_reply(*engine);
    if (!reply) return false;
    if (reply->failed != 0) {
        exchange.reply.status = wire::ReplyStatus::device_failed;
        std::snprintf(exchange.reply.text, sizeof exchange.reply.text, "%s", reply->text);
        return false;
    }
    for (std::size_t i = 0; i < placement.request.argument_count; ++i)
        placement.request.arguments[i].device_address = record.arguments[i].device_address =
            reply->addresses[i];
    return true;
}

// What the checks look into is the program's file; what runs has to be the same.
bool Session::is_of_program(std::uint64_t text) {
    if (!texts_) texts_ = hashes_of_device_code(options_.learner, text_key_);
    return texts_->contains(text);
}

// Takes from the virtual GPU what the call has done there.
void Session::end_on_device(const Placement& placement, CallRecord& record, Exchange& exchange,
                            std::string& trace_text) {
    EngineProcess* engine = process_->engine();
    if (engine == nullptr) return;
    wire::EngineRequest request = placement.device;
    request.kind = wire::EngineRequestKind::end;
    const auto reply = engine->ask(request, options_.limits.prepare_seconds);
    if (!reply) {
        exchange.ending = ending_without_reply(*engine);
        return;
    }
    const auto* text = reinterpret_cast<const char*>(exchange_.begin() + request.trace_offset);
    trace_text.assign(text, std::min(reply->trace_bytes, trace_capacity));
    record.trace = read_trace(trace_text);
    record.trace.truncated |= reply->trace_truncated != 0;
    for (const Launch& launch : record.trace.launches)
        if (!other_device_code_allowed && launch.error == 0 && !is_of_program(launch.text))
            record.other_device_code = launch.short_name();
    exchange.reply.left = reply->left;
    exchange.reply.synchronised = reply->synchronised;
    exchange.fault_lines += engine->new_fault_lines();
    if (reply->failed != 0 && exchange.reply.status == wire::ReplyStatus::returned &&
        reply->left.code == 0 && reply->synchronised.code == 0) {
        exchange.reply.status = wire::ReplyStatus::device_lost;
        std::snprintf(exchange.reply.text, sizeof exchange.reply.text, "%s", reply->text);
    }
}

// Copies everything out of the arena, so that the learner program can change none of it any more.
void Session::take_results(const Placement& placement, const CallSpec& spec, CallRecord& record,
                           const Exchange& exchange, std::string& trace_text) {
    for (std::size_t i = 0; i < record.arguments.size(); ++i) {
        ArgumentRecord& argument = record.arguments[i];
        if (!argument.spec.is_array()) continue;
        const std::uint64_t content = placement.guards[i].content;
        const std::byte* bytes = at(content != 0 ? content : argument.address);
        argument.after.assign(bytes, bytes + argument.spec.bytes());
        const Placement::Guarded& guard = placement.guards[i];
        for (std::uint64_t k = guard.front_bytes; k-- > 0 && !argument.damage;)
            if (at(guard.front)[k] != guard.front_content[k])
                argument.damage = GuardDamage{true, guard.front_bytes - k};
        for (std::uint64_t k = 0; k < guard.back_bytes && !argument.damage; ++k)
            if (at(guard.back)[k] != guard.back_content[k]) argument.damage = GuardDamage{false, k};
    }
    const std::byte* result = at(placement.request.result_address);
    record.returned.assign(result, result + spec.result_bytes);
    if (!options_.device.is_virtual) { // what the tracer beside the program's code has seen
        const std::uint64_t trace_bytes = std::min(exchange.reply.trace_bytes, trace_capacity);
        if (trace_bytes > 0) {
            const char* text = reinterpret_cast<const char*>(placement.request.trace_address);
            trace_text.assign(text, text + trace_bytes);
            record.trace = read_trace(trace_text);
        }
        record.trace.truncated |= exchange.reply.trace_truncated != 0;
    }
    record.inventory_known =
        record.trace.present || options_.device.is_virtual || exchange.reply.runtime_loaded == 0;
    record.returned_normally = exchange.reply.status == wire::ReplyStatus::returned;
    record.threw = exchange.reply.status == wire::ReplyStatus::threw ||
                   exchange.reply.status == wire::ReplyStatus::out_of_memory;
    record.left_error = exchange.reply.left.code;
    record.nanoseconds = exchange.reply.nanoseconds;
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

// What is endless is mostly endless with other data, too: nobody is to wait for each call of it.
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

// Of the only session of a check program.
bool something_failed = false;
bool call_written = false;

// As a GPU without a tracer leaves it. What the runtime returned at last stays: a kernel that
// crashed shows there.
void forget_device(CallRecord& record, Exchange& exchange) {
    record.trace = {};
    record.inventory_known = false;
    record.other_device_code.clear();
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

Run Session::call(CallSpec spec) {
    // What failed since the last call was about that one, or there has been none yet.
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
    Exchange exchange;
    if (spec.gpu.schedule_seed == 0) spec.gpu.schedule_seed = options_.schedule_seed;
    std::string obstacle;
    const LearnerProcess* const before = process_.get();
    const bool process_started = ensure_process(spec.gpu, exchange, obstacle);
    const bool fresh = process_.get() != before;
    if (!process_started) {
        record->printed = exchange.printed;
        record->problems = judge_start(exchange, options_.learner, options_.limits);
        if (!obstacle.empty())
            record->problems = {{Verdict::grader_error,
                                 "the learner program cannot be confined here: " + obstacle}};
        anything_done_ = true;
    } else {
        Placement placement = place(spec, *record);
        std::string trace_text;
        bool begun = begin_on_device(placement, *record, exchange);
        if (!begun && !fresh) {
            // What earlier calls left on the device may be in the way: on one of its own it is not.
            process_.reset();
            exchange = {};
            if (ensure_process(spec.gpu, exchange, obstacle))
                begun = begin_on_device(placement, *record, exchange);
        }
        if (begun) exchange = process_->call(placement.request);
        // Of its device the program has nothing to say: that is the engine's to do.
        if (begun && options_.device.is_virtual &&
            (exchange.reply.status == wire::ReplyStatus::device_failed ||
             exchange.reply.status == wire::ReplyStatus::device_lost))
            exchange.ending = Ending::broke_protocol;
        record->printed = exchange.printed;
        if (begun && exchange.ending == Ending::replied) {
            // The driver of a real GPU has threads of its own, and stops badly.
            const bool stands = options_.device.is_virtual;
            const std::uint64_t threads = stands ? process_->stand_still() : 0;
            if (!threads_allowed) record->threads_left = threads;
            end_on_device(placement, *record, exchange, trace_text);
            if (exchange.ending == Ending::replied)
                take_results(placement, spec, *record, exchange, trace_text);
            if (stands) process_->go_on();
        }
        note_effects(*record, exchange);
        // A device that has failed fails every later call, whatever that one does.
        const bool device_is_well = exchange.reply.synchronised.code == 0 &&
                                    record->trace.faults.empty() &&
                                    exchange.reply.status != wire::ReplyStatus::device_lost;
        if (options_.values_only) forget_device(*record, exchange);
        record->problems = judge_call(exchange, *record, options_.limits);
        if (options_.profile && !spec.aside)
            profile_log::add_call(*record, trace_text, exchange.fault_lines);
        if (!spec.aside) promises::note_call(spec, *record);
        if (!begun || exchange.ending != Ending::replied || !device_is_well ||
            record->threads_left > 0 || spec.situation.host_memory != wire::HostMemory::pageable)
            process_.reset();
        if (!recorded_ && !spec.aside && !options_.record_file.empty() && !spec.gpu.sampling) {
            recorded_ = !record->problems.empty();
            call_written = true;
            write_recording(options_.record_file, placement.request, *record);
        }
    }
    note_time(spec.function, *record, process_started);
    if (spec.aside) return Run(std::move(record));
    printed_ +=
        record->printed.substr(0, kept_of_printed - std::min(kept_of_printed, printed_.size()));
    return Run(std::move(record));
}

} // namespace workbook
