#include "scenes.hpp"

#include "harness/judge.hpp"
#include "harness/judge_device.hpp"
#include "harness/matchers.hpp"
#include "tests/unit/harness/synthetic.hpp"

#include <csignal>
#include <cstdio>

namespace workbook::golden {
namespace {

using namespace workbook::synthetic;

// square(const int64_t*, int64_t*, size_t) on 5000 numbers.
std::vector<std::int64_t> input() {
    std::vector<std::int64_t> values(5000);
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = static_cast<std::int64_t>(40'000 + 3 * i);
    return values;
}

std::vector<std::int64_t> squares() {
    std::vector<std::int64_t> values = input();
    for (std::int64_t& value : values) value *= value;
    return values;
}

CallBuilder call_with(const std::vector<std::int64_t>& output, Dim3 grid = {40, 1, 1}) {
    CallBuilder call;
    call.record().function = "square";
    call.input(input(), "input").output(output, true, "output").launch(grid, {128, 1, 1});
    call.copy(host_to_device, 40'000).copy(device_to_host, 40'000);
    return call;
}

std::vector<Finding> left_by(const Catch::Matchers::MatcherBase<Run>& matcher,
                             const CallBuilder& call) {
    Findings::take();
    matcher.match(call.run());
    return Findings::take();
}

std::vector<Finding> judged(const Exchange& exchange, CallBuilder call) {
    return judge_call(exchange, call.record(), Limits());
}

Exchange ended(Ending ending, int code = 0) {
    Exchange exchange;
    exchange.ending = ending;
    exchange.code = code;
    exchange.phase = wire::Phase::running;
    exchange.seconds = 10;
    return exchange;
}

DeviceFault fault(const char* kind, const char* tool, const char* message, const char* detail) {
    DeviceFault result;
    result.kind = kind;
    result.tool = tool;
    result.message = message;
    result.detail = detail;
    result.site = {"square_kernel(const long *, long *, int)",
                   {39, 0, 0},
                   {8, 0, 0},
                   {{"square_port.cu", 12, "square_kernel"}}};
    return result;
}

Scene with_fault(const char* name, DeviceFault fault) {
    CallBuilder call = call_with(squares());
    call.record().trace.faults = {std::move(fault)};
    return {.name = name, .verdict = Verdict::fault, .findings = judged(Exchange{}, call)};
}

void add_answers(std::vector<Scene>& scenes) {
    const auto expected = squares();
    auto tail = expected, narrow = expected;
    std::fill(tail.begin() + 4096, tail.end(), never<std::int64_t>());
    for (std::int64_t& value : narrow) value = static_cast<std::int32_t>(value);
    CallBuilder idle;
    idle.record().function = "square";
    idle.input(input(), "input")
        .output(std::vector<std::int64_t>(5000, never<std::int64_t>()), true, "output");
    scenes.push_back({.name = "passed", .verdict = Verdict::passed});
    scenes.push_back({.name = "passed_on_a_gpu_with_a_note",
                      .verdict = Verdict::passed,
                      .notes = {"memory traffic was not measured: that takes the virtual GPU "
                                "(WORKBOOK_DEVICE=virtual)"},
                      .tree = "solutions",
                      .device = "NVIDIA H200"});
    scenes.push_back(
        {.name = "wrong_answer_tail_not_written",
         .verdict = Verdict::wrong_answer,
         .findings = left_by(output_equals(1, expected), call_with(tail, {32, 1, 1}))});
    scenes.push_back({.name = "wrong_answer_overflow",
                      .verdict = Verdict::wrong_answer,
                      .findings = left_by(output_equals(1, expected), call_with(narrow)),
                      .printed = "i = 0\ni = 1\n"});
    scenes.push_back({.name = "wrong_answer_nothing_done",
                      .verdict = Verdict::wrong_answer,
                      .findings = left_by(output_equals(1, expected), idle)});
    scenes.push_back({.name = "not_started",
                      .verdict = Verdict::not_started,
                      .findings = left_by(output_equals(1, expected), idle),
                      .untouched = true});
    scenes.push_back({.name = "requirement_launches",
                      .verdict = Verdict::requirement,
                      .findings = left_by(launched(2), call_with(expected))});
    CallBuilder leaking = call_with(expected);
    leaking.record().trace.allocations = {{"cudaMalloc", 0x100, 40'000, 0}};
    scenes.push_back({.name = "requirement_leak",
                      .verdict = Verdict::requirement,
                      .findings = left_by(freed_everything(), leaking)});
    CallBuilder strided = call_with(expected);
    strided.record().trace.launches[0].counters = {{"global_load_sectors", 5000},
                                                   {"global_load_requests", 157}};
    scenes.push_back(
        {.name = "too_much_traffic",
         .verdict = Verdict::too_much_traffic,
         .findings = left_by(traffic("global_load_sectors", per("global_load_requests"), at_most(8),
                                     "reads of the input are not coalesced"),
                             strided)});
    CallBuilder ahead = call_with(expected);
    ahead.record().trace.errors = {{"cudaLaunchKernel", 218, "cudaErrorInvalidPtx",
                                    "cp.async.ca.shared.global: the virtual GPU does not support "
                                    "this instruction yet (PTX ISA "
                                    "9.7.9.25) (in stencil_halo.cu:33)",
                                    true}};
    std::vector<Finding> unknown;
    add_unsupported(ahead.record().trace, unknown);
    scenes.push_back(
        {.name = "needs_gpu", .verdict = Verdict::needs_gpu, .findings = std::move(unknown)});
    scenes.push_back({.name = "skipped", .verdict = Verdict::skipped, .ran = false});
}

void add_faults(std::vector<Scene>& scenes) {
    DeviceFault write =
        fault("invalid_write", "memcheck", "Invalid __global__ write of size 8 bytes",
              "Address 0x302000009c40 is out of bounds and is 1 bytes after the nearest "
              "allocation at 0x302000000000 of size 40000 bytes");
    write.count = 120;
    scenes.push_back(with_fault("fault_memcheck", write));
    DeviceFault race = fault("race", "racecheck", "Race reported", "");
    race.space = "shared";
    race.allocation = "tile";
    race.offset = 32;
    race.size = 4;
    race.site.access = "write";
    race.other = FaultSite{
        race.site.kernel, {39, 0, 0}, {9, 0, 0}, {{"square_port.cu", 14, "square_kernel"}}, "read"};
    scenes.push_back(with_fault("fault_racecheck", race));
    race.message = "Missing fence.proxy.async between Write access and Read access";
    race.site.access = "read";
    race.other->access = "write";
    scenes.push_back(with_fault("fault_proxy_fence", race));
    CallBuilder refused = call_with(squares());
    refused.record().trace.launches[0].block = {2048, 1, 1};
    refused.record().trace.launches[0].error = 9;
    Exchange left;
    left.reply.left.code = 9;
    scenes.push_back({.name = "fault_refused_launch",
                      .verdict = Verdict::fault,
                      .findings = judged(left, refused)});
    CallBuilder confused = call_with(squares());
    confused.record().trace.copies[1].requested = "cudaMemcpyHostToDevice";
    left.reply.left.code = 1;
    scenes.push_back({.name = "fault_copy_direction",
                      .verdict = Verdict::fault,
                      .findings = judged(left, confused)});
}

void add_endings(std::vector<Scene>& scenes) {
    const CallBuilder call = call_with(squares());
    auto add = [&](const char* name, Verdict verdict, const Exchange& exchange) {
        scenes.push_back({.name = name, .verdict = verdict, .findings = judged(exchange, call)});
    };
    add("exited", Verdict::exited, ended(Ending::exited, 0));
    add("forbidden", Verdict::forbidden, ended(Ending::killed, SIGSYS));
    add("out_of_memory", Verdict::out_of_memory, ended(Ending::took_too_much_memory));
    Exchange crash = ended(Ending::killed, SIGSEGV);
    crash.mailbox.signal = SIGSEGV;
    crash.mailbox.signal_address = 0x10;
    add("crashed", Verdict::crashed, crash);
    Exchange hang = ended(Ending::timed_out);
    std::snprintf(hang.mailbox.activity, sizeof hang.mailbox.activity,
                  "kernel square_kernel, grid 40, block 128");
    add("timed_out", Verdict::timed_out, hang);
    Exchange flood = ended(Ending::printed_too_much);
    flood.printed = "still here, still printing\n";
    add("too_much_output", Verdict::too_much_output, flood);
    Exchange unknown;
    unknown.reply.status = wire::ReplyStatus::device_failed;
    std::snprintf(unknown.reply.text, sizeof unknown.reply.text,
                  "an array of the call could not be allocated: cudaErrorMemoryAllocation");
    add("grader_error", Verdict::grader_error, unknown);
}

} // namespace

std::vector<Scene> all_scenes() {
    std::vector<Scene> scenes;
    add_answers(scenes);
    add_faults(scenes);
    add_endings(scenes);
    return scenes;
}

} // namespace workbook::golden
