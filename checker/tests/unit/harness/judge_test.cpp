// What is said about a call that did not end well. Processes that really end so are
// tests/redteam's.
#include "synthetic.hpp"

#include "harness/describe.hpp"
#include "harness/judge.hpp"
#include "harness/source_text.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include <csignal>
#include <cstdio>
#include <fstream>

using namespace workbook;
using namespace workbook::synthetic;
using Catch::Matchers::ContainsSubstring;

namespace {

Exchange replied() {
    Exchange exchange;
    exchange.phase = wire::Phase::idle;
    return exchange;
}

Exchange ended(Ending ending, int code = 0, wire::Phase phase = wire::Phase::running) {
    Exchange exchange;
    exchange.ending = ending;
    exchange.code = code;
    exchange.phase = phase;
    exchange.seconds = 10;
    return exchange;
}

std::string text_of(const std::vector<Finding>& findings) {
    std::string text;
    for (const Finding& finding : findings)
        text += std::string(name_of(finding.verdict)) + ": " + finding.text + "\n";
    return text;
}

std::string judged(const Exchange& exchange, CallBuilder& call) {
    return text_of(judge_call(exchange, call.record(), Limits()));
}

CallBuilder ordinary() {
    CallBuilder call;
    call.input(std::vector<int>{1, 2, 3})
        .output(std::vector<int>{2, 3, 4})
        .launch({1, 1, 1}, {32, 1, 1});
    return call;
}

DeviceFault out_of_bounds() {
    DeviceFault fault;
    fault.kind = "invalid_write";
    fault.tool = "memcheck";
    fault.message = "Invalid __global__ write of size 4 bytes";
    fault.detail = "Address 0x3020000fa0 is out of bounds";
    fault.site = {"add(const int *, int *)", {7, 0, 0}, {104, 0, 0}, {{"add.cu", 12, "add"}}};
    fault.allocation = "cudaMalloc of 4000 bytes";
    fault.count = 24;
    return fault;
}

} // namespace

TEST_CASE("what the virtual GPU cannot do is nobody's mistake") {
    CallBuilder call = ordinary();
    call.record().trace.faults = {out_of_bounds()}; // may be what came of it
    call.record().trace.errors = {
        {"cudaLaunchKernel", 218, "cudaErrorInvalidPtx", "no cp.async yet", true}};
    Exchange exchange = replied();
    exchange.reply.left.code = 218;
    for (const wire::ReplyStatus status : {wire::ReplyStatus::returned, wire::ReplyStatus::threw}) {
        exchange.reply.status = status;
        CHECK(judged(exchange, call) == "needs_gpu: cudaLaunchKernel: no cp.async yet\n");
    }
    call.record().trace.errors[0].unsupported = false;
    CHECK_THAT(judged(exchange, call), ContainsSubstring("fault: "));
    // A real GPU says for itself what it cannot do.
    call.record().trace.errors[0].unsupported = true;
    call.record().trace.is_virtual = false;
    CHECK_THAT(judged(exchange, call), ContainsSubstring("fault: "));
}

TEST_CASE("a call that ended well leaves nothing") {
    CallBuilder call = ordinary();
    CHECK(judged(replied(), call).empty());
}

TEST_CASE("a fault names tool, line, thread, block and memory, and hides what follows from it") {
    CallBuilder call = ordinary();
    call.record().trace.faults = {out_of_bounds()};
    Exchange exchange = replied();
    exchange.reply.synchronised.code = 700;
    std::snprintf(exchange.reply.synchronised.name, 64, "cudaErrorIllegalAddress");
    const std::string text = judged(exchange, call);
    for (const char* words :
         {"fault: memcheck: Invalid __global__ write of size 4 bytes", "at add.cu:12 in add",
          "thread (104,0,0) of block (7,0,0)", "cudaMalloc of 4000 bytes", "24 times"})
        CHECK_THAT(text, ContainsSubstring(words));
    CHECK_THAT(text, !ContainsSubstring("cudaErrorIllegalAddress"));
}

TEST_CASE("a recording that was full is a finding, unless it has a fault to show") {
    CallBuilder call = ordinary();
    call.record().trace.truncated = true;
    const std::string text = judged(replied(), call);
    CHECK_THAT(text, ContainsSubstring("too_much_output: "));
    CHECK_THAT(text, ContainsSubstring("the recording of it was full"));
    call.record().trace.faults = {out_of_bounds()};
    CHECK_THAT(judged(replied(), call), !ContainsSubstring("too_much_output"));
}

TEST_CASE("what a program says is no reason to blame the workbook") {
    const auto judged_start = [](Exchange exchange, const char* words) {
        exchange.printed = words;
        return judge_start(exchange, "/some/where/learner", Limits()).at(0).verdict;
    };
    const auto start = wire::Phase::starting;
    for (const char* words : {"error while loading shared libraries: libcudart.so.13", "",
                              "the arena's address 0x280000000000 is taken"})
        for (const int code : {2, 127})
            CHECK(judged_start(ended(Ending::exited, code, start), words) == Verdict::exited);
    CHECK(judged_start(ended(Ending::cannot_start, 2, start), "") == Verdict::grader_error);
}

// Threads 0 and 1 of one block, at lines 12 and 14, with bins[5] in shared memory.
DeviceFault race_of(const char* earlier, const char* later, int line = 14) {
    DeviceFault race = out_of_bounds();
    race.kind = "race";
    race.tool = "racecheck";
    race.space = "shared";
    race.detail.clear();
    race.allocation = "bins";
    race.address = 0x54;
    race.offset = 20;
    race.size = 4;
    race.count = 3;
    race.site = {"add(int *)", {0, 0, 0}, {1, 0, 0}, {{"/home/me/add.cu", line, "add"}}, later};
    race.other =
        FaultSite{"add(int *)", {0, 0, 0}, {0, 0, 0}, {{"/home/me/add.cu", 12, "add"}}, earlier};
    return race;
}

TEST_CASE("a race is told with the element and who did what where") {
    CallBuilder call = ordinary();
    call.record().trace.faults = {race_of("write", "read")};
    CHECK_THAT(judged(replied(), call),
               ContainsSubstring("\n    bins[5], in block (0,0,0) of add\n"
                                 "      thread (0,0,0)  add.cu:12  writes\n"
                                 "      thread (1,0,0)  add.cu:14  reads\n"
                                 "    (3 times at lines 12 and 14)\n"
                                 "    is a __syncthreads() missing between lines 12 and 14"));
}

TEST_CASE("races of two lines are told once, with what else comes of them") {
    CallBuilder call = ordinary();
    DeviceFault unwritten = race_of("", "");
    unwritten.kind = "uninitialised_read";
    unwritten.other.reset();
    DeviceFault inlined = race_of("write", "atomic");
    inlined.site.frames.insert(inlined.site.frames.begin(),
                               {"/cuda/include/crt/atomics.hpp", 112, "atomicAdd"});
    call.record().trace.faults = {race_of("write", "read"), race_of("write", "write"), unwritten,
                                  inlined};
    const auto findings = judge_call(replied(), call.record(), Limits());
    REQUIRE(findings.size() == 1);
    CHECK(findings[0].topic == "the race on bins at lines 12 and 14 of add.cu");
    CHECK_THAT(findings[0].text, ContainsSubstring("(9 times at lines 12 and 14)"));
    CHECK_THAT(findings[0].text, ContainsSubstring("read before anybody had written"));
    call.record().trace.faults = {race_of("write", "read"), race_of("write", "read", 15)};
    CHECK(judge_call(replied(), call.record(), Limits()).size() == 2);
}

TEST_CASE("faults in an array of the checker's have its name and index") {
    CallBuilder call = ordinary();
    call.record().arguments[1].device_address = 0x7000;
    DeviceFault race = race_of("write", "write");
    race.space = "global";
    race.allocation = "cudaMalloc of 12 bytes";
    race.address = 0x7008;
    race.offset = 8;
    call.record().trace.faults = {race};
    CHECK_THAT(judged(replied(), call), ContainsSubstring("\n    out[2], in block"));
    DeviceFault beyond = out_of_bounds();
    beyond.space = "global";
    beyond.address = 0x700c;
    beyond.offset = 12;
    call.record().trace.faults = {beyond};
    CHECK_THAT(judged(replied(), call),
               ContainsSubstring("this would be out[3], and out has 3 elements"));
    beyond.address = 0x6ffc;
    beyond.offset = -4;
    call.record().trace.faults = {beyond};
    CHECK_THAT(judged(replied(), call), ContainsSubstring("this would be out[-1], and"));
    // Inside of an allocation, as promises have it.
    race.offset = 12;
    call.record().trace.faults = {race};
    CHECK_THAT(judged(replied(), call), ContainsSubstring("\n    out[2], in block"));
    race.space = "shared";
    race.allocation = "void sums<int>(int *)::tree";
    call.record().trace.faults = {race};
    CHECK_THAT(judged(replied(), call), ContainsSubstring("\n    tree[3], in block"));
    race.space = "global";
    race.allocation = "cudaMalloc of 12 bytes";
    race.address = 0x9008;
    call.record().trace.faults = {race};
    CHECK_THAT(judged(replied(), call),
               ContainsSubstring("\n    element 3 of cudaMalloc of 12 bytes, in block"));
}

TEST_CASE("the advice on a race fits it, or there is none") {
    const auto advice = [](std::vector<DeviceFault> races) {
        CallBuilder call = ordinary();
        call.record().trace.faults = std::move(races);
        return judged(replied(), call);
    };
    const auto global = [](DeviceFault race) {
        race.space = "global";
        return race;
    };
    CHECK_THAT(advice({global(race_of("read", "write"))}),
               ContainsSubstring("write to another array than the one"));
    DeviceFault of_blocks = global(race_of("read", "write"));
    of_blocks.site.block = {1, 0, 0};
    CHECK_THAT(advice({of_blocks}), ContainsSubstring("blocks do not wait for each other"));
    SECTION("one line that reads and writes") {
        const DeviceFault hazard = race_of("write", "read", 12);
        CHECK_THAT(advice({hazard}), ContainsSubstring("__syncthreads() belongs between"));
        CHECK_THAT(advice({global(hazard)}), ContainsSubstring("if all of them add to one") &&
                                                 !ContainsSubstring("__syncthreads"));
    }
    SECTION("one line that updates") {
        const std::string text =
            advice({race_of("write", "read", 12), race_of("write", "write", 12)});
        CHECK_THAT(text, ContainsSubstring("two threads update the same element") &&
                             ContainsSubstring("atomicAdd") && !ContainsSubstring("__syncthreads"));
    }
    SECTION("one line that writes") {
        CHECK_THAT(advice({race_of("write", "write", 12)}),
                   ContainsSubstring("both computed the same index and write bins[5]"));
    }
    SECTION("two writes") {
        CHECK_THAT(advice({global(race_of("write", "write"))}),
                   ContainsSubstring("is the index right?"));
    }
    SECTION("somebody did use an atomic operation") {
        const std::string text = advice({global(race_of("atomic", "read"))});
        CHECK_THAT(text, ContainsSubstring("the other one is not"));
        CHECK_THAT(text, !ContainsSubstring("its own"));
    }
    SECTION("two streams") {
        DeviceFault race = global(race_of("", ""));
        race.other.reset();
        race.message = "Race reported between Write access by fill and Read access by add";
        race.detail = "Potential RAW hazard: nothing orders the two (put them in one stream)";
        CHECK_THAT(advice({race}),
                   ContainsSubstring("Write access by fill") && !ContainsSubstring("two threads"));
    }
}

TEST_CASE("the table of a race shows the lines of the student's file") {
    const std::string path = "race_source_for_a_test.cu";
    {
        std::ofstream file(path);
        for (int line = 1; line < 12; ++line) file << "//\n";
        file << "    bins[b] = 0;\n\n    total += bins[b];\n";
    }
    DeviceFault race = race_of("write", "read");
    race.site.frames[0].file = race.other->frames[0].file = path;
    CallBuilder call = ordinary();
    call.record().trace.faults = {race};
    show_source(path);
    CHECK_THAT(judged(replied(), call), ContainsSubstring("writes  bins[b] = 0;\n") &&
                                            ContainsSubstring("reads   total += bins[b];\n"));
    // Of another file no line is shown, whatever it is called.
    race.site.frames[0].file = "/etc/passwd";
    call.record().trace.faults = {race};
    CHECK_THAT(judged(replied(), call), ContainsSubstring("passwd:14                     reads\n"));
    show_source("");
    std::remove(path.c_str());
}

TEST_CASE("a place without a line is a file") {
    CallBuilder call = ordinary();
    DeviceFault race = out_of_bounds();
    race.site.frames[0].line = 0;
    race.site.frames.push_back({"main.cu", 5, "kernel"});
    call.record().trace.faults = {race};
    CHECK_THAT(judged(replied(), call),
               ContainsSubstring("at add.cu in add, called from main.cu:5"));
}

TEST_CASE("places in a fault's detail stand without folders") {
    CallBuilder call = ordinary();
    DeviceFault divergence = out_of_bounds();
    divergence.detail = "lanes 0-7 wait at barrier 0 (/home/me/../a.cu:75), lanes 8-31 run "
                        "(/home/me/b.cuh:7), 3/4 of all, in /usr/bin/../sm_60.hpp:300";
    call.record().trace.faults = {divergence};
    CHECK_THAT(judged(replied(), call),
               ContainsSubstring("lanes 0-7 wait at barrier 0 (a.cu:75), lanes 8-31 run (b.cuh:7), "
                                 "3/4 of all, in sm_60.hpp:300"));
}

TEST_CASE("many faults are counted, not listed") {
    CallBuilder call = ordinary();
    call.record().trace.faults.assign(10, out_of_bounds());
    const auto findings = judge_call(replied(), call.record(), Limits());
    CHECK(findings.size() == 3);
    CHECK_THAT(findings.back().text, ContainsSubstring("and 7 more faults"));
}

TEST_CASE("a refused launch says what was too much") {
    struct Case {
        Dim3 grid, block;
        const char* words;
    };
    for (const Case& refused :
         {Case{{1, 1, 1}, {2048, 1, 1}, "2048 threads per block; the most is 1024"},
          Case{{0, 1, 1}, {32, 1, 1}, "a grid of 0 blocks"},
          Case{{1, 1, 1}, {0, 1, 1}, "a block of 0 threads"},
          Case{{1, 65536, 1}, {32, 1, 1}, "the most in y and z is 65535"},
          Case{{1, 1, 1}, {1, 1, 65}, "65 threads in z"}}) {
        CallBuilder call;
        call.output(std::vector<int>{1}).launch(refused.grid, refused.block);
        call.record().trace.launches[0].error = 9;
        Exchange exchange = replied();
        exchange.reply.left.code = 9;
        const std::string text = judged(exchange, call);
        CHECK_THAT(text, ContainsSubstring("the launch of add_kernel was refused with "
                                           "cudaErrorInvalidConfiguration: ") &&
                             ContainsSubstring(refused.words));
        // A program that has looked at the error has dealt with it.
        CHECK(judged(replied(), call).empty());
    }
}

TEST_CASE("a confused copy direction is named") {
    CallBuilder call = ordinary();
    call.record().trace.copies = {
        {"cudaMemcpy", "cudaMemcpyHostToDevice", device_to_host, 1, 2, 400, 1}};
    call.record().trace.errors = {{"cudaMemcpy", 1, "cudaErrorInvalidValue", "the same again"}};
    Exchange exchange = replied();
    exchange.reply.left.code = 1;
    const std::string text = judged(exchange, call);
    CHECK_THAT(text, ContainsSubstring("cudaMemcpy of 400 bytes got cudaMemcpyHostToDevice where "
                                       "cudaMemcpyDeviceToHost was needed"));
    CHECK_THAT(text, !ContainsSubstring("the same again"));
    call.record().trace.copies[0].requested = "cudaMemcpyDefault";
    call.record().trace.errors.clear();
    CHECK(judged(replied(), call).empty());
}

TEST_CASE("a copy to the device between two host pointers says which one is wrong") {
    CallBuilder call = ordinary();
    call.record().trace.copies = {
        {"cudaMemcpy", "cudaMemcpyHostToDevice", host_to_host, 0, 2, 400, 1}};
    Exchange exchange = replied();
    exchange.reply.left.code = 1;
    CHECK_THAT(
        judged(exchange, call),
        ContainsSubstring("got cudaMemcpyHostToDevice, but its destination is a null pointer"));
    call.record().trace.copies[0].requested = "cudaMemcpyDeviceToHost";
    CHECK_THAT(judged(exchange, call),
               ContainsSubstring("but its source is in the memory of the host"));
}

TEST_CASE("an error that comes again and again is told once") {
    CallBuilder call = ordinary();
    call.record().trace.errors.assign(3,
                                      {"cudaSetDevice", 101, "cudaErrorInvalidDevice", "none 9"});
    Exchange exchange = replied();
    exchange.reply.left.code = 101;
    CHECK(judge_call(exchange, call.record(), Limits()).size() == 1);
}

TEST_CASE("an error that nobody looked at") {
    CallBuilder call = ordinary();
    Exchange exchange = replied();
    exchange.reply.left.code = 1;
    std::snprintf(exchange.reply.left.name, 64, "cudaErrorInvalidValue");
    CHECK_THAT(judged(exchange, call),
               ContainsSubstring("a CUDA error was left when the function returned: "
                                 "cudaErrorInvalidValue"));
    call.record().trace.errors = {{"cudaFree", 1, "cudaErrorInvalidValue", "it was freed already"}};
    CHECK_THAT(judged(exchange, call),
               ContainsSubstring("cudaFree returned cudaErrorInvalidValue: it was freed already"));
}

TEST_CASE("a changed input and damaged surroundings") {
    CallBuilder call = ordinary();
    call.record().arguments[0].after = bytes_of(std::vector<int>{1, 2, 9});
    CHECK_THAT(judged(replied(), call),
               ContainsSubstring("`x` of add() is an input") && ContainsSubstring("element 2"));
    CallBuilder damaged = ordinary();
    damaged.record().arguments[1].damage = GuardDamage{false, 8};
    CHECK_THAT(judged(replied(), damaged), ContainsSubstring("memory behind `out` of add()") &&
                                               ContainsSubstring("8 bytes past its end"));
}

TEST_CASE("where a program ended") {
    CallBuilder call = ordinary();
    CHECK_THAT(judged(ended(Ending::exited), call),
               ContainsSubstring("(exit code 0) during add()"));
    CHECK_THAT(judged(ended(Ending::exited, 3, wire::Phase::starting), call),
               ContainsSubstring("the initialiser of a global variable"));
    CHECK_THAT(judged(ended(Ending::killed, SIGSEGV, wire::Phase::idle), call),
               ContainsSubstring("something that it left behind"));
}

TEST_CASE("a crash near an array says how far off") {
    CallBuilder call;
    CallRecord& record = call.record();
    record.arguments.resize(1);
    record.arguments[0].spec = in(std::vector<int>{1, 2, 3}).spec;
    record.arguments[0].address = 0x2800'0010'0ff4;
    record.arguments[0].name = "x";
    Exchange exchange = ended(Ending::killed, SIGSEGV);
    exchange.mailbox.signal = SIGSEGV;
    exchange.mailbox.signal_address = 0x2800'0010'1004;
    CHECK_THAT(judged(exchange, call),
               ContainsSubstring("4 bytes past the end of `x` of add() (3 elements of 4 bytes)"));
    exchange.mailbox.signal_address = 0x2800'000f'fff8;
    CHECK_THAT(judged(exchange, call), ContainsSubstring("before the start of `x` of add()"));
    exchange.mailbox.signal_address = 0x10;
    CHECK_THAT(judged(exchange, call), ContainsSubstring("null pointer"));
}

TEST_CASE("host code that touched device memory is explained by the device") {
    CallBuilder call = ordinary();
    Exchange exchange = ended(Ending::killed, SIGSEGV);
    exchange.fault_lines =
        R"({"kind": "host_access", "tool": "memcheck", "message": "Host code read device memory"})"
        "\n";
    const auto findings = judge_call(exchange, call.record(), Limits());
    REQUIRE(findings.size() == 2);
    CHECK(findings[0].verdict == Verdict::fault);
    CHECK_THAT(findings[0].text, ContainsSubstring("Host code read device memory"));
}

TEST_CASE("a deadline says what was running") {
    CallBuilder call = ordinary();
    Exchange exchange = ended(Ending::timed_out);
    CHECK_THAT(judged(exchange, call), ContainsSubstring("after 10 s during add()") &&
                                           ContainsSubstring("its host code was running"));
    std::snprintf(exchange.mailbox.activity, sizeof exchange.mailbox.activity,
                  "kernel spin, block (0,0,0)");
    CHECK_THAT(judged(exchange, call), ContainsSubstring("the device was busy with kernel spin"));
}

TEST_CASE("text from the learner's process is made fit for a terminal") {
    CHECK(printable("a\033[31mb\x07", 100) == "a?[31mb?");
    CHECK(printable(std::string_view("ab\0cd", 5), 100) == "ab");
    CHECK(printable("abcdef", 3) == "abc...");
    CHECK(printable("ab\xc3\xa9", 3) == "ab..."); // not half a character
}

TEST_CASE("an exception: what the device complained about comes first") {
    Exchange exchange = replied();
    exchange.reply.status = wire::ReplyStatus::threw;
    std::snprintf(exchange.reply.text, sizeof exchange.reply.text, "a.cu:3: cudaErrorX");

    CallBuilder alone = ordinary();
    CHECK(judged(exchange, alone) ==
          "crashed: add() let an exception escape: a.cu:3: cudaErrorX\n");
    std::snprintf(exchange.reply.text, sizeof exchange.reply.text,
                  "/home/me/course/a.cu:3: cudaErrorNotReady: device not ready");
    CHECK(judged(exchange, alone) ==
          "crashed: add() let an exception escape: a.cu:3: cudaErrorNotReady: device not ready\n"
          "    the GPU has not come that far: wait first, for an event with "
          "cudaEventSynchronize()\n");

    CallBuilder faulty = ordinary();
    faulty.record().trace.faults = {out_of_bounds()};
    const auto findings = judge_call(exchange, faulty.record(), Limits());
    REQUIRE(findings.size() == 2);
    CHECK_THAT(findings[0].text, ContainsSubstring("Invalid __global__ write"));
    CHECK_THAT(findings[1].text, ContainsSubstring("let an exception escape"));
    CHECK(findings[0].verdict == Verdict::fault);
    CHECK(findings[1].verdict == Verdict::fault);

    CallBuilder refused = ordinary();
    refused.record().trace.errors = {{"cudaMalloc", 2, "cudaErrorMemoryAllocation", "too much"}};
    CHECK_THAT(
        judged(exchange, refused),
        ContainsSubstring("fault: cudaMalloc returned cudaErrorMemoryAllocation: too much") &&
            ContainsSubstring("fault: add() let an exception escape"));
}

TEST_CASE("memory that was never written because a launch was refused: the launch is told") {
    CallBuilder call = ordinary();
    call.record().trace.launches[0].error = 1;
    DeviceFault unwritten;
    unwritten.kind = "uninitialised_read";
    unwritten.tool = "initcheck";
    unwritten.message = "Host API memory access error";
    call.record().trace.faults = {unwritten};
    Exchange exchange = replied();
    exchange.reply.left.code = 1;
    const std::string text = judged(exchange, call);
    CHECK_THAT(text, ContainsSubstring("was refused"));
    CHECK_THAT(text, !ContainsSubstring("Host API"));
}

TEST_CASE("an array of the caller that was freed") {
    Exchange exchange = replied();
    exchange.reply.status = wire::ReplyStatus::device_lost;
    CallBuilder call = ordinary();
    call.record().trace.allocations = {{"cudaMalloc", 0x100, 8, 0}};
    call.record().trace.frees = {{"cudaFree", 0x100, 8, 0}, {"cudaFree", 0x200, 12, 0}};
    CHECK_THAT(judged(exchange, call),
               ContainsSubstring("cudaFree was called for memory that add() had not allocated"));
    call.record().trace.frees.pop_back();
    CHECK_THAT(judged(exchange, call), !ContainsSubstring("had not allocated"));
}
