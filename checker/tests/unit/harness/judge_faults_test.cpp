// What is said about a fault of the device: where, by whom, in which array, and what to do.
#include "judged.hpp"

#include "harness/describe.hpp"
#include "harness/source_text.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include <cstdio>
#include <fstream>

using namespace workbook;
using namespace workbook::synthetic;
using Catch::Matchers::ContainsSubstring;

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

namespace {

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

} // namespace

TEST_CASE("a race is told with the element and what each thread did where") {
    CallBuilder call = ordinary();
    call.record().trace.faults = {race_of("write", "read")};
    CHECK_THAT(judged(replied(), call),
               ContainsSubstring("\n    bins[5], in block (0,0,0) of add\n"
                                 "      thread (0,0,0)  add.cu:12  writes\n"
                                 "      thread (1,0,0)  add.cu:14  reads\n"
                                 "    (3 times at lines 12 and 14)\n"
                                 "    is a __syncthreads() missing between lines 12 and 14? Or "));
}

TEST_CASE("a race of a line with one above it may be that of a loop's next round") {
    CallBuilder call = ordinary();
    call.record().trace.faults = {race_of("read", "write", 10)};
    CHECK_THAT(judged(replied(), call),
               ContainsSubstring("missing between lines 10 and 12, or in a loop between line 12 "
                                 "and line 10 of the next round? Or "));
}

TEST_CASE("a race in shared memory between blocks of a cluster asks for the cluster's barrier") {
    CallBuilder call = ordinary();
    DeviceFault race = race_of("write", "read");
    race.other->block = {1, 0, 0};
    call.record().trace.faults = {race};
    const std::string text = judged(replied(), call);
    CHECK_THAT(text, ContainsSubstring("is a cluster.sync() missing between lines 12 and 14? A "));
    CHECK_THAT(text, !ContainsSubstring("is a __syncthreads()"));
}

TEST_CASE("a race in shared memory between lanes of one warp asks for the warp's barrier") {
    CallBuilder call = ordinary();
    call.record().trace.launches[0].kernel = "add(int *)";
    call.record().trace.launches[0].block = {16, 4, 1};
    call.record().trace.faults = {race_of("write", "read")};
    DeviceFault& race = call.record().trace.faults[0];
    race.site.thread = {15, 1, 0};
    CHECK_THAT(judged(replied(), call),
               ContainsSubstring("is a __syncthreads() missing between lines 12 and 14, or, as "
                                 "both threads are in one warp, a __syncwarp()? Or is an index"));
    race.site.frames[0].line = 12;
    CHECK_THAT(judged(replied(), call), ContainsSubstring("a __syncwarp() belongs between"));
    race.site.frames[0].line = 14;
    race.site.thread = {0, 2, 0};
    CHECK_THAT(judged(replied(), call), ContainsSubstring("is a __syncthreads() missing") &&
                                            !ContainsSubstring("__syncwarp"));
    // Two places of which one is between warps.
    call.record().trace.faults.push_back(race_of("write", "read"));
    CHECK_THAT(judged(replied(), call), !ContainsSubstring("__syncwarp"));
}

TEST_CASE("a race says whose line is only near the access") {
    CallBuilder call = ordinary();
    call.record().trace.faults = {race_of("write", "read")};
    CHECK_THAT(judged(replied(), call), !ContainsSubstring("near"));
    call.record().trace.faults[0].site.line_is_near = true;
    CHECK_THAT(judged(replied(), call),
               ContainsSubstring("\n    (the read access is near the line that is named: the "
                                 "compiler has merged code of several lines)\n"));
}

TEST_CASE("a race with an asynchronous copy is told as that") {
    const auto told = [](DeviceFault race) {
        CallBuilder call = ordinary();
        call.record().trace.faults = {std::move(race)};
        return judged(replied(), call);
    };
    const SourceFrame copies{"/cuda/include/cp_async_shared_global.h", 46,
                             "cuda::__cp_async_shared_global<4ul>"};
    DeviceFault race = race_of("write", "read");
    SECTION("that others read") {
        race.other->frames.insert(race.other->frames.begin(), copies);
        const std::string text = told(race);
        CHECK_THAT(text, ContainsSubstring("the copy of line 12 goes on until its thread has "
                                           "waited for it"));
        CHECK_THAT(text, ContainsSubstring("__syncthreads() missing between the wait and line 14"));
    }
    SECTION("that its own thread reads, also where no function tells of it") {
        race.site.thread = race.other->thread;
        const std::string text = told(race);
        CHECK_THAT(text, ContainsSubstring("a thread uses an element while a copy of its own"));
        CHECK_THAT(text, ContainsSubstring("or a commit in front of it, or does it leave too many "
                                           "batches open?"));
        CHECK_THAT(text, !ContainsSubstring("__syncthreads"));
    }
    SECTION("that its instruction tells of, and a wait for its mbarrier is missing") {
        race.other->instruction =
            "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes";
        CHECK_THAT(told(race), ContainsSubstring("the bytes of the bulk copy of line 12 are there "
                                                 "when its mbarrier's phase is over"));
    }
    SECTION("that refills the tile of a wgmma") {
        race = race_of("read", "write", 10);
        race.other->instruction = "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16";
        race.site.thread = race.other->thread;
        const std::string text = told(race);
        CHECK_THAT(text, ContainsSubstring("a tile is changed while a wgmma may still read it"));
        CHECK_THAT(text, ContainsSubstring("before line 10 fills one again") &&
                             !ContainsSubstring("the copy of"));
    }
    SECTION("that comes too early") {
        race = race_of("read", "write", 10);
        race.site.frames.insert(race.site.frames.begin(), copies);
        CHECK_THAT(told(race), ContainsSubstring("the copy of line 10 may write as soon as it has "
                                                 "begun"));
    }
}

TEST_CASE("a missing fence.proxy.async is told as that, beside a race of the same lines") {
    CallBuilder call = ordinary();
    DeviceFault fault = race_of("write", "read");
    fault.message = "Missing fence.proxy.async between Write access and Read access";
    call.record().trace.faults = {fault, race_of("write", "read")};
    const std::string text = judged(replied(), call);
    CHECK_THAT(text, ContainsSubstring("racecheck: Missing fence.proxy.async between a write"));
    CHECK_THAT(text, ContainsSubstring("execute fence.proxy.async behind their writes, and then "
                                       "comes the barrier"));
    CHECK_THAT(text, ContainsSubstring("is a __syncthreads() missing between lines 12 and 14"));
}

TEST_CASE("the advice on a barrier depends on what the other lanes wait for") {
    CallBuilder call = ordinary();
    DeviceFault fault = race_of("", "");
    fault.tool = "synccheck";
    fault.other.reset();
    fault.kind = "barrier_divergence";
    call.record().trace.faults = {fault};
    CHECK_THAT(judged(replied(), call), ContainsSubstring("reach the same __syncthreads()"));
    fault.kind = "warp_sync_divergence";
    call.record().trace.faults = {fault};
    CHECK_THAT(judged(replied(), call), ContainsSubstring("all lanes that a mask names"));
    fault.kind = "deadlock";
    fault.message = "Deadlock: threads of the warp wait for each other";
    call.record().trace.faults = {fault};
    CHECK_THAT(judged(replied(), call), ContainsSubstring("all lanes that a mask names"));
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
    CHECK_THAT(findings[0].text, ContainsSubstring("also read before they were written"));
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
    beyond.size = 16;
    call.record().trace.faults = {beyond};
    CHECK_THAT(judged(replied(), call),
               ContainsSubstring("this would be out[3] to out[6], and out has 3 elements"));
    beyond.address = 0x7000;
    beyond.offset = 0;
    beyond.detail += " and reaches 4 bytes beyond the end of the nearest allocation";
    call.record().trace.faults = {beyond};
    CHECK_THAT(judged(replied(), call), ContainsSubstring("this would be out[0] to out[3], and"));
    beyond.size = 4;
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
    SECTION("blocks that can meet") {
        CallBuilder call = ordinary();
        call.launch({2, 1, 1}, {32, 1, 1}, {});
        call.record().trace.launches.back().kernel = "add(int *)";
        call.record().trace.launches.back().cooperative = true;
        call.record().trace.faults = {of_blocks};
        CHECK_THAT(judged(replied(), call), ContainsSubstring("at the barrier of the grid alone"));
    }
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
    SECTION("one of the two accesses is atomic") {
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
        race.site = {};
        race.count = 3;
        CHECK_THAT(advice({race}), ContainsSubstring("(3 times)"));
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
    // No line of another file is shown, whatever it is called.
    race.site.frames[0].file = "/etc/passwd";
    call.record().trace.faults = {race};
    CHECK_THAT(judged(replied(), call), ContainsSubstring("passwd:14                     reads\n"));
    // But the line that called a function there is.
    race.site.frames[0].file = "given.hpp";
    race.site.frames.push_back({path, race.other->frames[0].line, "kernel"});
    call.record().trace.faults = {race};
    CHECK_THAT(judged(replied(), call),
               ContainsSubstring("reads   called from ") && ContainsSubstring(": bins[b] = 0;\n"));
    show_source("");
    std::remove(path.c_str());
}

TEST_CASE("a fault in a header of the toolkit is at the line that called it") {
    CallBuilder call = ordinary();
    DeviceFault fault = out_of_bounds();
    fault.site.frames = {
        {"/cuda/include/sm_20.h", 9, "__test(int)"},
        {"/cuda/include/cuda/barrier.h", 40, "cuda::barrier<(cuda::scope)2>::wait(unsigned long)"},
        {"/home/me/given.hpp", 7, "wait_for(int *)"},
        {"/cuda/include/functional.h", 50, "cuda::invoke<int>(int)"},
        {"/home/me/add.cu", 12, "add"}};
    call.record().trace.faults = {fault};
    CHECK_THAT(judged(replied(), call),
               ContainsSubstring("\n    at given.hpp:7 in wait_for, through wait() of barrier.h, "
                                 "called from add.cu:12, through invoke() of functional.h\n"));
    fault.site.frames.resize(2);
    call.record().trace.faults = {fault};
    CHECK_THAT(judged(replied(), call),
               ContainsSubstring("\n    at sm_20.h:9 in __test, called from barrier.h:40\n"));
}

TEST_CASE("a misaligned access is told with elements that are not") {
    CallBuilder call = ordinary();
    call.record().arguments[1].device_address = 0x7004;
    DeviceFault fault = out_of_bounds();
    fault.kind = "misaligned";
    fault.space = "global";
    fault.allocation = "cudaMalloc of 4000 bytes";
    fault.size = 16;
    fault.address = 0x700c;
    fault.offset = 8;
    const auto told = [&] {
        call.record().trace.faults = {fault};
        return judged(replied(), call);
    };
    CHECK_THAT(told(),
               ContainsSubstring("\n    this is out[2], and 16 bytes at once need an address "
                                 "that is a multiple of 16: out[3], out[7], ... have one"));
    fault.size = 4;
    fault.address = 0x700e;
    fault.offset = 10;
    CHECK_THAT(told(),
               ContainsSubstring("\n    this is byte 2 of out[2], and 4 bytes at once need an "
                                 "address that is a multiple of 4\n"));
    fault.space = "shared";
    fault.allocation = "tile";
    fault.address = 0x12;
    fault.offset = 2;
    CHECK_THAT(told(), ContainsSubstring("\n    this is byte 2 of tile, and 4 bytes"));
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
