// What a call shows of its function's promises. Calls that are repeated are in tests/mistakes.
#include "synthetic.hpp"

#include "harness/promise_book.hpp"
#include "harness/promises.hpp"
#include "harness/session.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

using namespace workbook;
using namespace workbook::synthetic;
using Catch::Matchers::ContainsSubstring;

namespace {

WORKBOOK_PROMISE(does_not_wait, quick, on_gpu)
WORKBOOK_PROMISE(uses_gpu, on_gpu)
WORKBOOK_PROMISE(fills_gpu, on_gpu)
WORKBOOK_EXCEPT(gives_back, "what it makes is for the next call", keeper)

CallBuilder call_of(const char* function) {
    CallBuilder call;
    call.input(std::vector<int>{1, 2, 3}).output(std::vector<int>{2, 3, 4}, true);
    call.record().function = function;
    return call;
}

std::string broken(CallBuilder& call) {
    std::string text;
    for (const Finding& finding : promises::judge(call.record())) text += finding.text + "\n";
    return text;
}

} // namespace

TEST_CASE("who gives which promise") {
    CHECK(promises::gives("quick", Promise::does_not_wait));
    CHECK(promises::gives("on_gpu", Promise::does_not_wait));
    CHECK_FALSE(promises::gives("other", Promise::does_not_wait));
    CHECK(promises::gives("other", Promise::gives_back));
    CHECK_FALSE(promises::gives("keeper", Promise::gives_back));
    CHECK(promises::gives("keeper", Promise::current_device));
}

TEST_CASE("a function that is not to wait") {
    CallBuilder call = call_of("quick");
    call.launch({1, 1, 1}, {32, 1, 1});
    call.record().trace.launches[0].ran_in = "";
    CHECK(broken(call).empty());
    SECTION("a wait of its own") {
        call.wait("cudaStreamSynchronize");
        CHECK_THAT(broken(call), ContainsSubstring("quick() waited") &&
                                     ContainsSubstring("in cudaStreamSynchronize"));
    }
    SECTION("a call that waits for other reasons") {
        call.record().trace.launches[0].ran_in = "cudaFree";
        CHECK_THAT(broken(call), ContainsSubstring("in cudaFree"));
    }
    SECTION("a stream that is in no order with the caller's") {
        call.record().trace.launches[0].apart = true;
        CHECK_THAT(broken(call), ContainsSubstring("cudaStreamNonBlocking"));
    }
    SECTION("another function may") {
        call.record().function = "other";
        call.wait("cudaStreamSynchronize");
        CHECK(broken(call).empty());
    }
    SECTION("on a real GPU it is not known") {
        call.wait("cudaStreamSynchronize");
        call.record().on_virtual_gpu = false;
        CHECK(broken(call).empty());
    }
}

TEST_CASE("a copy to the host without a wait") {
    CallBuilder call = call_of("other");
    const std::uint64_t address = call.record().arguments[1].address;
    call.copy(device_to_host, 12);
    Copy& copy = call.record().trace.copies[0];
    copy.api = "cudaMemcpyAsync";
    copy.destination = address + 4;
    copy.ran_in = "cudaStreamSynchronize";
    CHECK(broken(call).empty());
    copy.ran_in = "";
    CHECK_THAT(broken(call), ContainsSubstring("returned before its cudaMemcpyAsync into"));
    copy.destination = address + 12; // of another array
    CHECK(broken(call).empty());
}

TEST_CASE("the GPU has to do the work") {
    CallBuilder call = call_of("on_gpu");
    CHECK_THAT(broken(call), ContainsSubstring("launched no kernel"));
    CallBuilder nothing;
    nothing.output(std::vector<int>{});
    nothing.record().function = "on_gpu";
    CHECK(broken(nothing).empty());
    call.launch({1, 1, 1}, {32, 1, 1});
    CHECK(broken(call).empty());
    call.record().trace.launches[0].error = 9; // refused
    CHECK_THAT(broken(call), ContainsSubstring("launched no kernel"));
}

TEST_CASE("work for a whole GPU") {
    CallBuilder call = call_of("on_gpu");
    const std::map<std::string, std::uint64_t, std::less<>> much{{"global_load_requests", 2000},
                                                                 {"global_store_requests", 1000}};
    const std::map<std::string, std::uint64_t, std::less<>> little{{"global_load_requests", 200},
                                                                   {"global_store_requests", 1}};
    SECTION("in many blocks") { call.launch({4, 1, 1}, {32, 1, 1}, much); }
    SECTION("in many blocks of several dimensions") { call.launch({1, 2, 1}, {8, 4, 1}, much); }
    SECTION("little of it, in one block") { call.launch({1, 1, 1}, {8, 1, 1}, little); }
    SECTION("refused") {
        call.launch({4, 1, 1}, {32, 1, 1}).launch({1, 1, 1}, {1, 1, 1}, much);
        call.record().trace.launches[1].error = 9;
    }
    SECTION("by a function that does not promise it") {
        call.launch({1, 1, 1}, {32, 1, 1}, much);
        call.record().function = "other";
    }
    CHECK(broken(call).empty());
}

TEST_CASE("work for a whole GPU, left to a small part of it") {
    CallBuilder call = call_of("on_gpu");
    call.launch({4, 1, 1}, {32, 1, 1},
                {{"global_load_requests", 0}, {"global_store_requests", 3000}});
    SECTION("one block") {
        call.launch({1, 1, 1}, {256, 1, 1},
                    {{"global_load_requests", 2000}, {"global_store_requests", 1000}});
        CHECK_THAT(broken(call), ContainsSubstring("on_gpu() left the work of") &&
                                     ContainsSubstring("to one block"));
    }
    SECTION("blocks of a thread") {
        call.launch({4000, 1, 1}, {1, 1, 1},
                    {{"global_load_requests", 2000}, {"global_store_requests", 1000}});
        CHECK_THAT(broken(call), ContainsSubstring("to blocks of 1 thread:"));
    }
}

TEST_CASE("what is left is named") {
    CallBuilder call = call_of("other");
    call.record().trace.left = {{"memory", "add.cu:12", 4096},
                                {"event", "add.cu:9", 0},
                                {"current device", "", 0},
                                {"stream", "", 0}};
    CHECK_THAT(broken(call),
               ContainsSubstring("memory of 4096 bytes (add.cu:12), an event (add.cu:9), another "
                                 "current device than before (cudaSetDevice) and 1 more"));
    call.record().function = "keeper";
    CHECK(broken(call).empty());
    call.record().function = "other";
    call.record().trace.left = {{"page lock", "", 64}};
    call.record().situation.host_memory = wire::HostMemory::pinned; // the checker's own
    CHECK(broken(call).empty());
    call.record().trace.left = {{"managed memory", "", 64}};
    CHECK_THAT(broken(call), ContainsSubstring("left behind"));
    call.record().situation.host_memory = wire::HostMemory::managed;
    CHECK(broken(call).empty());
}

TEST_CASE("other data for a call") {
    CallSpec spec;
    spec.arguments.push_back(device_in(std::vector<int>{5, 6, 7, 8, 9}).spec);
    spec.arguments.push_back(device_out<int>(5).spec);
    spec.arguments.push_back(in(std::vector<double>{0.5, 0.25}).spec);
    const auto other = promises::with_other_data(spec);
    REQUIRE(other);
    CHECK(other->arguments[0].initial == bytes_of(std::vector<int>{5, 5, 6, 6, 7}));
    CHECK(other->arguments[1].initial == spec.arguments[1].initial);
    CHECK(other->arguments[2].initial == bytes_of(std::vector<double>{0.5, 0.5}));

    spec.arguments = {device_in(std::vector<int>{3, 3, 3}).spec, device_out<int>(3).spec};
    CHECK_FALSE(promises::with_other_data(spec));
}

TEST_CASE("calls whose refusals are tried once") {
    Trace a;
    a.refusable = 17;
    a.calls = {{"cudaMalloc", 16}, {"cudaLaunchKernel", 1}};
    a.launches.resize(1);
    a.launches[0].kernel = "add";
    Trace b = a;
    CHECK(promises::same_refusals(a, b));
    SECTION("few") {
        a.refusable = b.refusable = 16;
        CHECK_FALSE(promises::same_refusals(a, b));
    }
    SECTION("one more") {
        b.refusable = 18;
        CHECK_FALSE(promises::same_refusals(a, b));
    }
    SECTION("others") {
        b.calls = {{"cudaFree", 16}, {"cudaLaunchKernel", 1}};
        CHECK_FALSE(promises::same_refusals(a, b));
    }
    SECTION("another kernel") {
        b.launches[0].kernel = "multiply";
        CHECK_FALSE(promises::same_refusals(a, b));
    }
}

TEST_CASE("values that the program brings to the device by itself") {
    CallBuilder call = call_of("other");
    call.launch({1, 1, 1}, {32, 1, 1}).copy(host_to_device, 4000).copy(host_to_device, 4000);
    Trace& trace = call.record().trace;
    trace.copies[0].own_bytes = 24;
    trace.copies[1].own_bytes = 1000;
    trace.copies[1].place = "add.cu:7";
    trace.launches[0].own_bytes = 128; // pointers and counts
    CHECK(broken(call).empty());
    trace.fills.push_back({"cudaMemset", 0x100, 4000, 0, "", 1});
    CHECK_THAT(broken(call),
               ContainsSubstring("1025 bytes came to the device that stand in no argument of "
                                 "other(), most of them by cudaMemcpy in add.cu:7"));
    trace.copies[1].own_bytes = 0;
    trace.launches[0].own_bytes = 2000;
    CHECK_THAT(broken(call),
               ContainsSubstring("1897 bytes") && ContainsSubstring("by parameters of the kernel"));
    trace.launches[0].own_bytes = 0;
    trace.launches[0].own_bytes_read = 1001;
    CHECK_THAT(broken(call), ContainsSubstring("by memory that the host shares, where the kernel"));
    trace.launches[0].own_bytes_read = 0;
    trace.variables.push_back({"other.cu", 7, 4000, 1001, true}); // of checked code
    CHECK(broken(call).empty());
    trace.variables[0].of_checked_code = false;
    CHECK_THAT(broken(call), ContainsSubstring("by variables of device code that was loaded"));
    // Without a launch the lesson's own checks have the words.
    trace.launches.clear();
    trace.copies[1].own_bytes = 4000;
    CHECK(broken(call).empty());
}
