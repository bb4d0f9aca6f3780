// The arrays of a call on their way: placed before it, with bytes around them that must not change,
// put on the device, and taken back when the learner program stands still.
#include "harness/parameters.hpp"
#include "harness/placement.hpp"
#include "harness/program_image.hpp"
#include "harness/random.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <random>
#include <stdexcept>

namespace workbook {
namespace {

bool other_device_code_allowed = false;
const char* allowed_library = nullptr; // a file in the virtual GPU's folder

// Around device arrays on a real GPU; on the virtual one every byte beyond an array is watched
// anyway.
constexpr std::uint64_t device_guard_bytes = 1024;

// Random, so that no program can guess the value that marks an element as unwritten.
void fill_randomly(std::vector<std::byte>& bytes, Generator& generator) {
    for (std::size_t i = 0; i < bytes.size(); i += sizeof(std::uint64_t)) {
        const std::uint64_t word = generator.next();
        std::memcpy(&bytes[i], &word, std::min(sizeof word, bytes.size() - i));
    }
}

} // namespace

bool allow_other_device_code() { return other_device_code_allowed = true; }

bool allow_library(const char* file) {
    allowed_library = file;
    return true;
}

std::uint64_t unpredictable() {
    std::random_device device;
    return (static_cast<std::uint64_t>(device()) << 32) | device();
}

static bool is_given(const ArgumentSpec& argument) {
    return argument.direction != wire::Direction::out;
}

void Session::Placement::choose_place(std::size_t number, const ArgumentSpec& argument,
                                      const Situation& situation, const Arenas& arenas) {
    Arena& arena = arenas.of_call;
    Guarded& guard = guards.emplace_back();
    wire::Argument& packed = request.arguments[number];
    packed = {argument.kind, argument.direction, 0, argument.bytes(), 0, argument.repeats};
    if (argument.kind == wire::ArgumentKind::host_array && situation.last_first &&
        argument.repeats == 1) {
        packed.address = arena.place(argument.bytes());
        guard.back = packed.address + argument.bytes();
        guard.back_bytes =
            (arena.page_bytes() - argument.bytes() % arena.page_bytes()) % arena.page_bytes();
    } else if (argument.kind == wire::ArgumentKind::host_array) {
        packed.address = arena.place_against_page_end(
            argument.repeats == 1 ? argument.bytes() : wire::long_array_period);
        guard.front = packed.address / arena.page_bytes() * arena.page_bytes();
        guard.front_bytes = packed.address - guard.front;
    } else if (argument.kind == wire::ArgumentKind::device_array) {
        // The virtual GPU's engine gets the bytes by a way of its own; a place in the arena is for
        // a recording of the call.
        packed.guard_bytes = arenas.is_virtual ? 0 : device_guard_bytes;
        guard.front = arena.place(argument.bytes() + 2 * packed.guard_bytes);
        if (arenas.is_virtual) guard.content = arenas.exchange.place(argument.bytes());
        guard.front_bytes = guard.back_bytes = packed.guard_bytes;
        packed.address = guard.front + packed.guard_bytes;
        guard.back = packed.address + argument.bytes();
    } else
        packed.address = arena.place(argument.bytes());
    // The engine also gets the content of the program's arrays, to recognise it.
    if (arenas.is_virtual && argument.kind == wire::ArgumentKind::host_array && is_given(argument))
        guard.told = arenas.exchange.place(argument.bytes());
}

void Session::Placement::fill(std::size_t number, ArgumentRecord& kept, Generator& generator) {
    Guarded& guard = guards[number];
    const wire::Argument& packed = request.arguments[number];
    guard.front_content.resize(guard.front_bytes);
    guard.back_content.resize(guard.back_bytes);
    fill_randomly(guard.front_content, generator);
    fill_randomly(guard.back_content, generator);
    std::copy(guard.front_content.begin(), guard.front_content.end(), at(guard.front));
    std::copy(guard.back_content.begin(), guard.back_content.end(), at(guard.back));

    const ArgumentSpec& argument = kept.spec;
    if (argument.direction == wire::Direction::out && argument.is_array()) {
        kept.poison.resize(argument.bytes());
        fill_randomly(kept.poison, generator);
    }
    const std::vector<std::byte>& content = kept.poison.empty() ? argument.initial : kept.poison;
    std::byte* const place = at(guard.content != 0 ? guard.content : packed.address);
    std::copy(content.begin(), content.end(), place);
    if (guard.told != 0) std::copy(content.begin(), content.end(), at(guard.told));
    if (argument.repeats > 1 && argument.kind == wire::ArgumentKind::host_array)
        for (std::size_t k = content.size(); k < wire::long_array_period; ++k)
            place[k] = place[k - content.size()];
}

void Session::Placement::tell_engine(const CallSpec& spec, Arena& exchange) {
    device.array_count = request.argument_count;
    for (std::size_t i = 0; i < request.argument_count; ++i) {
        const wire::Argument& packed = request.arguments[i];
        const ArgumentSpec& argument = spec.arguments[i];
        if (packed.bytes == 0) continue;
        if (guards[i].told != 0)
            device.arrays[i] = {.bytes = packed.bytes,
                                .offset = exchange.offset_of(guards[i].told),
                                .host_address = packed.address,
                                .given = 1};
        else if (guards[i].content != 0)
            device.arrays[i] = {.bytes = packed.bytes,
                                .offset = exchange.offset_of(guards[i].content),
                                .lead = spec.situation.one_element_off ? argument.element_bytes : 0,
                                .repeats = argument.repeats,
                                .given = is_given(argument) ? 1u : 0u};
    }
    device.refuse = spec.situation.refuse;
    device.last_first = spec.situation.last_first ? 1 : 0;
    device.same_place = spec.situation.same_place ? 1 : 0;
    device.trace_capacity = trace_capacity;
    device.trace_offset = exchange.offset_of(exchange.place(trace_capacity));
}

Session::Placement Session::place(const CallSpec& spec, CallRecord& record) {
    Placement placement;
    Generator generator(unpredictable());
    arena_.begin_call();
    exchange_.begin_call();
    wire::Request& request = placement.request;
    ++calls_;
    // A random number: a reply that was written before the call was made cannot have it.
    request.number = generator.next();
    if (spec.function.size() >= sizeof request.function)
        throw std::length_error("the function's name is too long: " + spec.function);
    std::memcpy(request.function, spec.function.c_str(), spec.function.size() + 1);
    request.argument_count = static_cast<std::uint32_t>(spec.arguments.size());
    const auto names = parameters_of(spec.function, spec.arguments.size());
    const Placement::Arenas arenas{arena_, exchange_, options_.device.is_virtual};
    for (std::size_t i = 0; i < spec.arguments.size(); ++i) {
        placement.choose_place(i, spec.arguments[i], spec.situation, arenas);
        ArgumentRecord& kept = record.arguments.emplace_back();
        kept.spec = spec.arguments[i];
        kept.name = names[i];
        kept.address = request.arguments[i].address;
        placement.fill(i, kept, generator);
    }
    request.host_memory = spec.situation.host_memory;
    request.timed = spec.timed ? 1 : 0;
    request.error_before = spec.situation.error_before;
    request.result_bytes = spec.result_bytes;
    request.result_address = arena_.place(spec.result_bytes);
    request.trace_capacity = trace_capacity;
    request.trace_address = arena_.place(trace_capacity);
    if (options_.device.is_virtual) placement.tell_engine(spec, exchange_);
    return placement;
}

// nullopt if the engine does not reply; `exchange` says why.
std::optional<wire::EngineReply> Session::ask_engine(const wire::EngineRequest& request,
                                                     Exchange& exchange) {
    EngineProcess& engine = *process_->engine();
    const double seconds = options_.limits.prepare_seconds;
    const auto reply =
        engine.ask(request, seconds, [&] { return process_->takes_too_much_memory(); });
    waited_ += engine.take_waited();
    if (reply) return reply;
    in_doubt_ |= engine.was_killed() || engine.machine_was_busy();
    exchange.ending = Ending::lost_engine;
    if (engine.took_too_much_memory()) exchange.ending = Ending::took_too_much_memory;
    if (engine.took_too_long()) exchange.ending = Ending::timed_out;
    exchange.seconds = seconds;
    return reply;
}

// Puts the call's arrays on the virtual GPU. False: `exchange` says why it could not be done.
bool Session::begin_on_device(Placement& placement, CallRecord& record, Exchange& exchange) {
    if (process_->engine() == nullptr) return true;
    placement.device.kind = wire::EngineRequestKind::begin;
    const auto reply = ask_engine(placement.device, exchange);
    if (!reply) return false;
    if (reply->failed != 0) {
        if (reply->taken_bytes != 0) exchange.ending = Ending::filled_device;
        exchange.reply.status = wire::ReplyStatus::device_failed;
        std::snprintf(exchange.reply.text, sizeof exchange.reply.text, "%s", reply->text);
        return false;
    }
    for (std::size_t i = 0; i < placement.request.argument_count; ++i)
        placement.request.arguments[i].device_address = record.arguments[i].device_address =
            reply->addresses[i];
    return true;
}

// The checks look into the program's file, so the code that runs has to be in it.
bool Session::is_of_program(std::uint64_t text) {
    if (!texts_) texts_ = hashes_of_device_code(options_.learner, text_key_);
    return texts_->contains(text);
}

// Compares with the file in our own folder: the program may have loaded another one of that name.
bool Session::is_of_library(std::uint64_t text) {
    if (allowed_library == nullptr) return false;
    if (!library_texts_)
        library_texts_ =
            hashes_of_device_code(options_.virtual_runtime + "/" + allowed_library, text_key_);
    return library_texts_->contains(text);
}

// Finds device code that no check has looked into, and what kernels have done by others' hands.
void Session::judge_device_code(CallRecord& record) {
    for (Launch& launch : record.trace.launches) {
        launch.of_library = is_of_library(launch.text);
        if (!other_device_code_allowed && launch.error == 0 && !launch.of_library &&
            !is_of_program(launch.text))
            record.other_device_code = launch.short_name();
    }
    for (Variables& variables : record.trace.variables) {
        variables.of_checked_code = is_of_library(variables.text) || is_of_program(variables.text);
        if (!other_device_code_allowed && !variables.of_checked_code)
            record.other_variables = variables.name;
    }
    if (other_device_code_allowed) return;
    for (const Copy& copy : record.trace.copies)
        if (!copy.parent.empty()) record.copying_kernel = name_without_parameters(copy.parent);
    for (const Fill& fill : record.trace.fills)
        if (!fill.parent.empty()) record.copying_kernel = name_without_parameters(fill.parent);
}

// Takes from the virtual GPU what the call has done there.
void Session::end_on_device(const Placement& placement, CallRecord& record, Exchange& exchange,
                            std::string& trace_text) {
    EngineProcess* engine = process_->engine();
    if (engine == nullptr) return;
    wire::EngineRequest request = placement.device;
    request.kind = wire::EngineRequestKind::end;
    const auto reply = ask_engine(request, exchange);
    if (!reply) return;
    const auto* text = reinterpret_cast<const char*>(exchange_.begin() + request.trace_offset);
    trace_text.assign(text, std::min(reply->trace_bytes, trace_capacity));
    record.trace = read_trace(trace_text);
    record.trace.truncated |= reply->trace_truncated != 0;
    judge_device_code(record);
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

} // namespace workbook
