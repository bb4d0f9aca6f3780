// Tests of the matchers of harness/matchers.hpp, printed.hpp, returned.hpp and ptx.hpp on made-up
// runs.
#include "synthetic.hpp"

#include "harness/notes.hpp"
#include "harness/printed.hpp"
#include "harness/ptx.hpp"
#include "harness/returned.hpp"
#include "harness/shared_work.hpp"
#include "harness/timeline.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

using namespace workbook;
using namespace workbook::synthetic;
using Catch::Matchers::ContainsSubstring;

namespace {

CallBuilder with_launches(int count) {
    CallBuilder call;
    for (int i = 0; i < count; ++i) call.launch({32, 1, 1}, {128, 1, 1});
    return call;
}

} // namespace

TEST_CASE("launched") {
    CHECK(finding_text(launched(1), with_launches(1).run()).empty());
    CHECK(finding_text(launched(0), with_launches(0).run()).empty());
    CHECK(finding_text(launched(1), with_launches(0).run()) ==
          "no kernel was launched by add(); 1 is asked for");
    CHECK(finding_text(launched(1), with_launches(2).run()) ==
          "2 kernels were launched by add(): add_kernel, add_kernel; 1 is asked for");
    CallBuilder refused = with_launches(1);
    refused.record().trace.launches[0].error = 9;
    CHECK_THAT(finding_text(launched(1), refused.run()), ContainsSubstring("was refused"));
}

TEST_CASE("launched_with") {
    const Run run = with_launches(1).run();
    CHECK(finding_text(launched_with(grid(32), block(128)), run).empty());
    CHECK(finding_text(launched_with(grid(64), block(64)), run) ==
          "add_kernel was launched with grid 32 and block 128; grid 64 and block 64 is asked for");
    CHECK_THAT(finding_text(launched_with(grid(32), block(128), dynamic_shared(512)), run),
               ContainsSubstring("0 bytes of dynamic shared memory; 512 are asked for"));
    CHECK_THAT(finding_text(launched_with(grid(32, 2), block(8, 8)), run),
               ContainsSubstring("grid 32 x 2 and block 8 x 8"));
    CHECK_THAT(finding_text(launched_with(grid(1), block(1)), with_launches(0).run()),
               ContainsSubstring("no kernel was launched"));
}

TEST_CASE("in_blocks") {
    CallBuilder call;
    call.launch({1, 1, 1}, {128, 1, 1}).launch({4, 2, 1}, {32, 1, 1});
    const Run run = call.run();
    CHECK(finding_text(in_blocks(8, "row"), run).empty());
    CHECK(finding_text(in_blocks(9, "row"), run) ==
          "add_kernel was launched with 8 blocks; a block for each row is asked for, 9 of them");
    CHECK(finding_text(in_blocks(2, "row"), with_launches(0).run()) ==
          "no kernel was launched by add(); a block for each row is asked for, 2 of them");
}

TEST_CASE("copies") {
    CallBuilder call;
    call.copy(host_to_device, 400).copy(host_to_device, 400).copy(device_to_host, 100);
    const Run run = call.run();
    CHECK(finding_text(copied(2, host_to_device) && copied(1, device_to_host), run).empty());
    CHECK(finding_text(copied(1, host_to_device), run) ==
          "add() made 2 copies from host to device; 1 is asked for");
    CHECK(finding_text(copied(1, device_to_device), run) ==
          "add() made no copy from device to device; 1 is asked for");
    CHECK(finding_text(copied_bytes(host_to_device, 800), run).empty());
    CHECK_THAT(finding_text(copied_bytes(device_to_host, 400), run),
               ContainsSubstring("copied 100 bytes from device to host; 400 are asked for"));
}

TEST_CASE("cooperative launches") {
    CallBuilder call;
    call.launch({1, 1, 1}, {1, 1, 1}, {{"warp_instructions", 1}});
    CHECK_THAT(finding_text(launched_cooperatively(), call.run()),
               ContainsSubstring("add_kernel was launched by an ordinary launch"));
    call.record().trace.launches.at(0).cooperative = true;
    CHECK(finding_text(launched_cooperatively(), call.run()).empty());
}

TEST_CASE("waits between launches") {
    const auto text = [](const CallBuilder& call) {
        return finding_text(launched_without_waiting(), call.run());
    };
    CHECK(text(CallBuilder().wait("cudaDeviceSynchronize")).empty());
    CallBuilder call;
    call.wait("cudaDeviceSynchronize").launch({1, 1, 1}, {1, 1, 1}).wait("cudaStreamSynchronize");
    CHECK(text(call).empty());
    call.launch({1, 1, 1}, {1, 1, 1}).wait("cudaDeviceSynchronize");
    CHECK_THAT(text(call), ContainsSubstring("the host waited between two launches: "
                                             "cudaStreamSynchronize stands after add_kernel"));
}

TEST_CASE("nothing allocated, nothing freed") {
    CallBuilder call;
    auto& trace = call.record().trace;
    trace.allocations = {{"cudaMalloc", 0, 4096, 2}};
    trace.frees = {{"cudaFree", 0, 0, 0}}; // of a null pointer
    CHECK(finding_text(allocated_nothing(), call.run()).empty());
    trace.allocations = {{"cudaMallocAsync", 0x100, 1, 0}};
    CHECK(finding_text(allocated_nothing(), call.run()) ==
          "add() allocated 1 byte (cudaMallocAsync): it was to allocate none");
    trace.frees = {{"cudaFree", 0x200, 8, 0}};
    CHECK(finding_text(allocated_nothing(), call.run()) ==
          "add() freed memory (cudaFree): it was to free none");
}

TEST_CASE("leaks") {
    CallBuilder call;
    auto& trace = call.record().trace;
    trace.allocations = {
        {"cudaMalloc", 0x100, 4096, 0}, {"cudaMalloc", 0x200, 8, 0}, {"cudaMalloc", 0, 0, 2}};
    trace.frees = {{"cudaFree", 0x100, 4096, 0}, {"cudaFree", 0x200, 8, 0}};
    CHECK(finding_text(freed_everything(), call.run()).empty());
    trace.frees.pop_back();
    CHECK(finding_text(freed_everything(), call.run()) == "cudaMalloc of 8 bytes was never freed");
    trace.frees.clear();
    CHECK_THAT(finding_text(freed_everything(), call.run()),
               ContainsSubstring("2 of 2 allocations") && ContainsSubstring("4104 bytes in all"));
    // The same address given out twice, freed once.
    trace.allocations = {{"cudaMalloc", 0x100, 16, 0}, {"cudaMalloc", 0x100, 32, 0}};
    trace.frees = {{"cudaFree", 0x100, 16, 0}};
    CHECK_THAT(finding_text(freed_everything(), call.run()), ContainsSubstring("never freed"));
}

TEST_CASE("traffic") {
    CallBuilder call;
    call.launch({1, 1, 1}, {32, 1, 1},
                {{"global_load_sectors", 320},
                 {"global_load_requests", 40},
                 {"barriers", 0},
                 {"global_load_bytes", 5120},
                 {"global_store_bytes", 0}});
    const Run run = call.run();
    const auto coalesced = [&](Bound bound) {
        return traffic("global_load_sectors", per("global_load_requests"), bound,
                       "reads are not coalesced");
    };
    CHECK(finding_text(coalesced(at_most(8)), run).empty());
    CHECK(finding_text(coalesced(at_most(4)), run) ==
          "reads are not coalesced\n(measured: 8 global load sectors per global load request; at "
          "most 4 are asked for)");
    CHECK_THAT(finding_text(coalesced(at_least(9)), run), ContainsSubstring("at least 9"));
    CallBuilder large;
    large.launch({1, 1, 1}, {32, 1, 1}, {{"global_load_bytes", 1'114'112}});
    CHECK(finding_text(traffic("global_load_bytes", at_most(69'632), "read once"), large.run()) ==
          "read once\n(measured: 1,114,112 global load bytes; at most 69,632 are asked for: 16 "
          "times too many)");
    CallBuilder lines = call;
    lines.record().trace.launches[0].lines = {{"a/reverse.cu", 12, {{"global_load_sectors", 300}}},
                                              {"a/reverse.cu", 14, {{"global_load_sectors", 20}}}};
    CHECK_THAT(finding_text(coalesced(at_most(4)), lines.run()),
               ContainsSubstring("most of it at reverse.cu:12"));
    CHECK(finding_text(traffic("global_load_sectors", at_most(320), "why"), run).empty());
    CHECK(finding_text(traffic("global_load_sectors", per(32, "element"), at_most(10), "why"), run)
              .empty());
    CHECK_THAT(
        finding_text(traffic("global_load_sectors", per("barriers"), at_most(1), "why"), run),
        ContainsSubstring("no barriers at all"));
    // A quotient of sectors and bytes is told in bytes.
    const auto by_bytes = traffic("global_load_sectors", per("global_load_bytes"),
                                  at_most(1.03 / 32), "they lie far apart");
    CHECK(finding_text(by_bytes, run) ==
          "they lie far apart\n(measured: 2 bytes are moved for each byte that the threads ask "
          "for; at most 1.03 are let pass)");
    // Without a denominator, the reason does not hold.
    const std::string nothing = finding_text(
        traffic("global_load_sectors", per("global_store_bytes"), at_most(1), "why"), run);
    CHECK_THAT(nothing, ContainsSubstring("writes nothing to global memory: what does the work?") &&
                            ContainsSubstring("no global store bytes at all") &&
                            !ContainsSubstring("why"));
    CHECK_THAT(finding_text(traffic("barriers", at_most(1), "why").of_kernel("other"), run),
               ContainsSubstring("no kernel was launched"));
    CHECK_THROWS(traffic("no_such_counter", at_most(1), "why").match(run));
    CHECK_THAT(finding_text(coalesced(at_most(4)), with_launches(0).run()),
               ContainsSubstring("no kernel"));
}

TEST_CASE("work shared between warps") {
    const auto launch = [](CallBuilder call, std::uint64_t all, std::uint64_t warps,
                           std::uint64_t busiest) {
        return call.launch(
            {1, 1, 1}, {32, 1, 1},
            {{"warp_instructions", all}, {"warps", warps}, {"busiest_warp_instructions", busiest}});
    };
    const auto text = [](const CallBuilder& call, std::uint64_t warps = 8, double times = 2) {
        return finding_text(work_shared(warps, at_most(times), "share it"), call.run());
    };
    const CallBuilder even = launch({}, 800, 8, 200);
    CHECK(text(even).empty());
    CHECK(text(even, 8, 1.9) ==
          "share it\n(measured: the busiest of 8 warps executed 25% of all instructions; an even "
          "share is 12.5%, and at most 23.8% are let pass)");
    // The share is one of as many warps as there are, or as there should be.
    CHECK_THAT(text(launch({}, 800, 100, 50)), ContainsSubstring("the busiest of 100 warps"));
    CHECK_THAT(text(launch({}, 800, 1, 800)), ContainsSubstring("the only warp executed 100%"));
    CHECK(text(launch({}, 800, 1, 800), 1).empty());
    // Large launches count most; one warp may do the rest.
    CHECK(text(launch(even, 100, 1, 100), 8, 3).empty());
    CHECK_FALSE(text(launch(even, 800, 1, 800), 8, 3).empty());
    CHECK_THAT(text(with_launches(0)), ContainsSubstring("no kernel was launched by add()"));
}

TEST_CASE("a real GPU without a tracer: not checked, and said so") {
    CallBuilder call;
    call.record().on_virtual_gpu = false;
    call.record().inventory_known = false;
    call.record().trace = Trace();
    CHECK(finding_text(launched(3) && copied(1, host_to_device) && freed_everything() &&
                           launched_without_waiting(),
                       call.run())
              .empty());
    CHECK(finding_text(traffic("global_load_sectors", at_most(0), "why"), call.run()).empty());
    CHECK(finding_text(work_shared(8, at_most(1), "why"), call.run()).empty());
    REQUIRE(Notes::all().size() == 3);
    CHECK_THAT(Notes::all()[0], ContainsSubstring("without a tracer"));
    CHECK_THAT(Notes::all()[1], ContainsSubstring("not measured"));
    CHECK_THAT(Notes::all()[2], ContainsSubstring("how warps share the work"));
}

TEST_CASE("a call without results has none to compare") {
    CallBuilder call;
    call.output(std::vector<int>{1});
    call.record().returned_normally = false;
    call.record().problems = {{Verdict::crashed, "it crashed"}};
    const Run run = call.run();
    CHECK(finding_text(completed(), run) == "it crashed");
    CHECK(finding_text(output_equals(0, std::vector<int>{1}), run) == "it crashed");
    CHECK_THROWS_AS(run.output<int>(0), CallHasNoResult);
    CHECK_THROWS_AS(run.returned<int>(), CallHasNoResult);
    Findings::take();
}

TEST_CASE("results by type") {
    CallBuilder call;
    call.input(std::vector<int>{1, 2}).output(std::vector<int>{3, never<int>()});
    call.record().returned = bytes_of(std::vector<double>{2.5});
    const Run run = call.run();
    CHECK(run.output<int>(1)[0] == 3);
    CHECK(run.returned<double>() == 2.5);
    CHECK(run.was_written(1, 0));
    CHECK_FALSE(run.was_written(1, 1));
    CHECK_THROWS_AS(run.output<double>(1), std::logic_error);
    CHECK_THROWS_AS(run.output<int>(7), std::logic_error);
    CHECK_THROWS_AS(run.returned<int>(), std::logic_error);
}

TEST_CASE("returned values") {
    CallBuilder call;
    call.record().returned = bytes_of(std::vector<unsigned>{7});
    CHECK(finding_text(returned(7u), call.run()).empty());
    CHECK(finding_text(returned(8u), call.run()) == "add() returned 7; expected 8");
    CHECK_THROWS_AS(returned(7.0).match(call.run()), std::logic_error); // another type

    call.record().returned = bytes_of(std::vector<std::uint8_t>{1});
    CHECK(finding_text(returned(true), call.run()).empty());
    CHECK(finding_text(returned(false), call.run()) == "add() returned true; expected false");

    call.record().returned = bytes_of(std::vector<float>{0.1f});
    CHECK(finding_text(returned(0.1f), call.run()).empty());
    CHECK(finding_text(returned_close(0.1001f, relative(1e-2)), call.run()).empty());
    CHECK(finding_text(returned_close(0.5f, relative(1e-2)), call.run()) ==
          "add() returned 0.100000001; expected 0.5");

    call.record().returned_normally = false;
    call.record().problems = {{Verdict::crashed, "it crashed"}};
    CHECK(finding_text(returned(0.1f), call.run()) == "it crashed");
}

TEST_CASE("where only values count, no requirement is missed") {
    count_values_only(true);
    const Run run = with_launches(1).run();
    CHECK(finding_text(launched(2), run).empty());
    CHECK(finding_text(launched_with(grid(64), block(64)), run).empty());
    CHECK(counts(Verdict::wrong_answer));
    CHECK(counts(Verdict::timed_out));
    CHECK_FALSE(counts(Verdict::too_much_traffic));
    CHECK(has("sqrt", "there is no root").match(Ptx::parse("")));
    count_values_only(false);
    CHECK_FALSE(finding_text(launched(2), run).empty());
    CHECK_FALSE(has("sqrt", "there is no root").match(Ptx::parse("")));
    Findings::take();
}

TEST_CASE("printed lines, in any order") {
    CallBuilder call;
    const auto said = [&](const auto& matcher) {
        Findings::take();
        std::string text = matcher.match(call.run()) ? "matches" : "";
        for (const Finding& finding : Findings::take()) text += finding.text;
        return text;
    };
    const PrintedLines lines = printed_lines({"a 1", "a 2", "b"});
    call.record().printed = "b\na 2\na 1\n";
    CHECK(said(lines) == "matches");
    CHECK(said(printed_last("a 1")) == "matches");
    CHECK_THAT(said(printed_last("b")), ContainsSubstring("is to be \"b\"; it was \"a 1\""));
    call.record().printed = "b\na 1\n";
    CHECK_THAT(said(lines), ContainsSubstring("it printed 2 lines, and 3 are asked for: \"a 2\" is "
                                              "missing"));
    call.record().printed = "b\na 1\na 2\na 1";
    CHECK_THAT(said(lines), ContainsSubstring("\"a 1\" stands there 2 times"));
    call.record().printed = "b\na 1 a 2\n";
    CHECK_THAT(said(lines), ContainsSubstring("none of those asked for: \"a 1 a 2\""));
    call.record().printed = "";
    CHECK_THAT(said(lines), ContainsSubstring("it printed nothing; 3 lines are asked for"));
    CHECK_THAT(said(printed_last("b")), ContainsSubstring("it was not there"));
}

TEST_CASE("overlapped: what took place side by side, drawn if it is too little") {
    const auto run_of = [](std::vector<Timeline::Piece> pieces) {
        CallBuilder call;
        Trace& trace = call.record().trace;
        for (const Timeline::Piece& piece : pieces) {
            if (piece.kind == Timeline::Kind::kernel) {
                Launch& launch = trace.launches.emplace_back();
                launch.stream = piece.stream;
                launch.begin = piece.begin;
                launch.nanoseconds = piece.end - piece.begin;
                launch.order = trace.event_count++;
            } else {
                Copy& copy = trace.copies.emplace_back();
                copy.direction =
                    piece.kind == Timeline::Kind::copy_to_device ? host_to_device : device_to_host;
                copy.stream = piece.stream;
                copy.begin = piece.begin;
                copy.nanoseconds = piece.end - piece.begin;
                copy.order = trace.event_count++;
            }
        }
        return call.run();
    };
    using Kind = Timeline::Kind;
    const Run row = run_of({{Kind::copy_to_device, 1, 100, 200},
                            {Kind::kernel, 1, 200, 300},
                            {Kind::copy_to_host, 1, 300, 400}});
    CHECK(finding_text(overlapped(at_most(1), "why"), row).empty());
    CHECK(finding_text(overlapped(at_most(0.9), "why"), row) ==
          "the work took 1.00 of the time that its pieces take one after the other; at most 0.90 "
          "is asked for: why\n"
          "stream 1       |>>>>>>>>>>>>>>>>>>###################<<<<<<<<<<<<<<<<<<<|\n"
          "                > copy to the device   # kernel   < copy to the host");
    const Run two = run_of({{Kind::copy_to_device, 1, 0, 100},
                            {Kind::copy_to_device, 2, 100, 200},
                            {Kind::kernel, 1, 100, 200}});
    CHECK(timeline_of(two)->share() == 2.0 / 3);
    CHECK(finding_text(overlapped(at_most(0.7), "why"), two).empty());
    CHECK(drawn(*timeline_of(two), 8).find("stream 2       |    >>>>|") != std::string::npos);
    CHECK(finding_text(overlapped(at_most(0.1), "why"), CallBuilder().run()).empty()); // no work
    const Run untimed = CallBuilder().launch({1}, {32}, {}).run();
    CHECK(finding_text(overlapped(at_most(0.1), "why"), untimed).find("is not known") !=
          std::string::npos);
}
