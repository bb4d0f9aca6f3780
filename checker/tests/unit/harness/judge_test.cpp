// What is said about a call that did not end well. Processes that really end so are
// tests/redteam's.
#include "judged.hpp"

#include "harness/describe.hpp"
#include "harness/source_text.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include <csignal>
#include <cstdio>
#include <fstream>

using namespace workbook;
using namespace workbook::synthetic;
using Catch::Matchers::ContainsSubstring;

TEST_CASE("what the virtual GPU cannot do is not the student's mistake") {
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
TEST_CASE("a refused launch says what was too much") {
    struct Case {
        Dim3 grid, block;
        const char* words;
        std::uint64_t static_shared_bytes = 0;
    };
    for (const Case& refused :
         {Case{{1, 1, 1}, {2048, 1, 1}, "2048 threads per block; the most is 1024"},
          Case{{0, 1, 1}, {32, 1, 1}, "a grid of 0 blocks"},
          Case{{1, 1, 1}, {0, 1, 1}, "a block of 0 threads"},
          Case{{1, 65536, 1}, {32, 1, 1}, "the most in y and z is 65535"},
          Case{{1, 1, 1}, {1, 1, 65}, "65 threads in z"},
          Case{{1, 1, 1}, {32, 1, 1}, "50000 bytes of static shared memory", 50'000}}) {
        CallBuilder call;
        call.output(std::vector<int>{1}).launch(refused.grid, refused.block);
        call.record().trace.launches[0].error = 9;
        call.record().trace.launches[0].static_shared_bytes = refused.static_shared_bytes;
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

TEST_CASE("a launch that is refused for its clusters says what a grid must be") {
    CallBuilder call;
    call.output(std::vector<int>{1}).launch({3, 1, 1}, {32, 1, 1});
    call.record().trace.launches[0].error = 912;
    Exchange exchange = replied();
    exchange.reply.left.code = 912;
    CHECK_THAT(judged(exchange, call),
               ContainsSubstring("the launch of add_kernel was refused with "
                                 "cudaErrorInvalidClusterSize: grid 3: it must consist of whole "
                                 "clusters, which have at least one block in each of x, y and z"));
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

TEST_CASE("an error that was not looked at") {
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

TEST_CASE("device code that no check has looked into, and work that no thread of a kernel does") {
    CallBuilder code = ordinary();
    code.record().other_variables = "table.cu";
    CHECK_THAT(judged(replied(), code),
               ContainsSubstring("add() loaded device code whose variables have values (table.cu), "
                                 "and your file was not compiled to it"));
    CallBuilder copies = ordinary();
    copies.record().copying_kernel = "sort_kernel";
    CHECK_THAT(judged(replied(), copies),
               ContainsSubstring("add() launched the kernel sort_kernel, which calls a function of "
                                 "the CUDA runtime to copy or set memory"));
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
