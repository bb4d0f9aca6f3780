// What a program sees of the order of work: nothing before it waited, then what streams and events
// say.
#include "stream_fixture.hpp"

#include <catch2/matchers/catch_matchers_string.hpp>

using Catch::Matchers::ContainsSubstring;
using vgpu::runtime::test::in_a_process_of_its_own;

namespace {

class Streams : public vgpu::runtime::test::Streams {
  public:
    void store_in(cudaStream_t stream, void* place, unsigned value) const {
        REQUIRE(vgpu::runtime::test::Streams::store_in(stream, place, value) == cudaSuccess);
    }
    static unsigned value_of(void* device) {
        unsigned value = 0;
        REQUIRE(cudaMemcpy(&value, device, 4, cudaMemcpyDeviceToHost) == cudaSuccess);
        return value;
    }
};

nlohmann::json only(const nlohmann::json& trace, const char* type) {
    nlohmann::json found;
    for (const auto& entry : trace["events"])
        if (entry["type"] == type) found = entry;
    return found;
}

} // namespace

TEST_CASE_METHOD(Streams, "mapped memory changes when the kernel was waited for") {
    store_in(first, pinned, 42);
    CHECK(*pinned == 0);
    CHECK(cudaStreamSynchronize(second) == cudaSuccess);
    CHECK(*pinned == 0); // another stream was waited for
    CHECK(cudaStreamSynchronize(first) == cudaSuccess);
    CHECK(*pinned == 42);
}

TEST_CASE_METHOD(Streams,
                 "a copy from pinned memory reads it when it runs, from other memory at once") {
    void* device = allocate(8);
    unsigned pageable = 1;
    pinned[0] = 1;
    REQUIRE(cudaMemcpyAsync(device, &pageable, 4, cudaMemcpyHostToDevice, first) == cudaSuccess);
    REQUIRE(cudaMemcpyAsync(static_cast<char*>(device) + 4, pinned, 4, cudaMemcpyHostToDevice,
                            first) == cudaSuccess);
    pageable = pinned[0] = 2;
    REQUIRE(cudaStreamSynchronize(first) == cudaSuccess);
    CHECK(value_of(device) == 1);
    CHECK(value_of(static_cast<char*>(device) + 4) == 2);

    REQUIRE(cudaMemcpyAsync(pinned, device, 4, cudaMemcpyDeviceToHost, first) == cudaSuccess);
    CHECK(pinned[0] == 2);
    REQUIRE(cudaMemcpyAsync(&pageable, device, 4, cudaMemcpyDeviceToHost, first) == cudaSuccess);
    CHECK(pageable == 1); // this one waited, so the other has run too
    CHECK(pinned[0] == 1);
}

TEST_CASE_METHOD(Streams, "an event orders two streams, as it was recorded at the time") {
    void* device = allocate(4);
    store_in(first, device, 1);
    REQUIRE(cudaEventRecord(event, first) == cudaSuccess);
    REQUIRE(cudaStreamWaitEvent(second, event, 0) == cudaSuccess);
    REQUIRE(cudaMemcpyAsync(pinned, device, 4, cudaMemcpyDeviceToHost, second) == cudaSuccess);
    store_in(first, device, 2);
    REQUIRE(cudaEventRecord(event, first) == cudaSuccess);
    REQUIRE(cudaStreamSynchronize(second) == cudaSuccess);
    CHECK(*pinned == 1); // the second store was not needed
    CHECK(cudaEventQuery(event) == cudaErrorNotReady);
    CHECK(cudaGetLastError() == cudaSuccess);
    CHECK(cudaEventSynchronize(event) == cudaSuccess);
    CHECK(cudaEventQuery(event) == cudaSuccess);
    CHECK(value_of(device) == 2);
}

TEST_CASE_METHOD(Streams, "asking until it is done makes it done") {
    store_in(first, pinned, 7);
    store_in(first, pinned, 8);
    int questions = 0;
    while (cudaStreamQuery(first) == cudaErrorNotReady) ++questions;
    CHECK(questions == 4); // the first of each two changes nothing
    CHECK(*pinned == 8);
    CHECK(only(trace(), "query")["waits"] == true);
}

TEST_CASE_METHOD(Streams, "a question about what is over anyway is no wait") {
    store_in(first, pinned, 7);
    CHECK(cudaStreamQuery(first) == cudaErrorNotReady);
    REQUIRE(cudaStreamSynchronize(first) == cudaSuccess);
    CHECK(cudaStreamQuery(first) == cudaSuccess);
    const auto told = trace();
    for (const auto& entry : told["events"]) CHECK(entry["type"] != "query");
}

TEST_CASE_METHOD(Streams, "the null stream waits for blocking streams only") {
    store_in(blocking, pinned, 1);
    store_in(first, pinned + 1, 1);
    store_in(nullptr, pinned + 2, 1);
    CHECK(cudaStreamSynchronize(nullptr) == cudaSuccess);
    CHECK(pinned[0] == 1);
    CHECK(pinned[1] == 0);
    CHECK(pinned[2] == 1);
    CHECK(cudaDeviceSynchronize() == cudaSuccess);
    CHECK(pinned[1] == 1);
}

TEST_CASE_METHOD(Streams, "host functions run in their place, and must not call CUDA") {
    static std::vector<unsigned> seen;
    static cudaError_t inside = cudaSuccess;
    seen.clear();
    const auto look = [](void* place) { seen.push_back(*static_cast<unsigned*>(place)); };
    store_in(first, pinned, 1);
    REQUIRE(cudaLaunchHostFunc(first, look, pinned) == cudaSuccess);
    store_in(first, pinned, 2);
    REQUIRE(cudaLaunchHostFunc(first, look, pinned) == cudaSuccess);
    REQUIRE(cudaLaunchHostFunc(
                first, [](void*) { inside = cudaDeviceSynchronize(); }, nullptr) == cudaSuccess);
    CHECK(seen.empty());
    REQUIRE(cudaStreamSynchronize(first) == cudaSuccess);
    CHECK(seen == std::vector<unsigned>{1, 2});
    CHECK(inside == cudaErrorNotPermitted);
    CHECK_THAT(explanations().at(0), ContainsSubstring("host function"));
    cudaGetLastError();
}

TEST_CASE_METHOD(Streams, "after a fault host functions are skipped and callbacks told") {
    static int functions = 0;
    static cudaError_t told = cudaSuccess;
    in_a_process_of_its_own([&] {
        make();
        REQUIRE(cudaLaunchKernel(kernel("fail"), 1, 1, nullptr, 0, first) == cudaSuccess);
        REQUIRE(cudaLaunchHostFunc(
                    first, [](void*) { ++functions; }, nullptr) == cudaSuccess);
        REQUIRE(cudaStreamAddCallback(
                    first, [](cudaStream_t, cudaError_t error, void*) { told = error; }, nullptr,
                    0) == cudaSuccess);
        REQUIRE(cudaStreamSynchronize(second) == cudaSuccess); // the kernel has not run yet
        REQUIRE(cudaStreamSynchronize(first) == cudaErrorLaunchFailure);
        REQUIRE(functions == 0);
        REQUIRE(told == cudaErrorLaunchFailure);
    });
}

TEST_CASE_METHOD(Streams, "elapsed time is above zero, grows with the work and repeats") {
    const auto measure = [&](std::size_t bytes) {
        void* device = allocate(bytes);
        REQUIRE(cudaEventRecord(event, first) == cudaSuccess);
        REQUIRE(cudaMemsetAsync(device, 0, bytes, first) == cudaSuccess);
        REQUIRE(cudaEventRecord(later, first) == cudaSuccess);
        float milliseconds = -1;
        CHECK(cudaEventElapsedTime(&milliseconds, event, later) == cudaErrorNotReady);
        REQUIRE(cudaEventSynchronize(later) == cudaSuccess);
        REQUIRE(cudaEventElapsedTime(&milliseconds, event, later) == cudaSuccess);
        return milliseconds;
    };
    const float small = measure(16), large = measure(16 << 20);
    CHECK(small > 0);
    CHECK(large > 2 * small);
    CHECK(measure(16 << 20) == large);
}

TEST_CASE_METHOD(Streams, "memory that another stream freed first is gone") {
    in_a_process_of_its_own([&] {
        make();
        workbook_trace_begin();
        void* device = nullptr;
        REQUIRE(cudaMallocAsync(&device, 64, first) == cudaSuccess);
        REQUIRE(cudaFreeAsync(device, first) == cudaSuccess);
        REQUIRE(cudaFreeAsync(device, first) == cudaErrorInvalidValue);
        REQUIRE(cudaMemsetAsync(device, 0, 64, second) == cudaSuccess);
        REQUIRE(cudaDeviceSynchronize() == cudaErrorIllegalAddress);
        const auto faults = trace()["faults"];
        REQUIRE(faults.size() == 2);
        REQUIRE(faults[0]["message"] == "Double free");
        REQUIRE(faults[1]["kind"] == "invalid_write");
        REQUIRE_THAT(faults[1]["detail"].get<std::string>(), ContainsSubstring("freed before"));
    });
}

TEST_CASE_METHOD(Streams, "memory in the order of a stream is used by another without order") {
    void* device = nullptr;
    const auto messages = [] {
        std::vector<std::string> found;
        const auto recorded = trace();
        for (const auto& fault : recorded["faults"]) found.push_back(fault["message"]);
        return found;
    };
    REQUIRE(cudaMallocAsync(&device, 64, first) == cudaSuccess);
    SECTION("an event each orders them") {
        REQUIRE(cudaEventRecord(event, first) == cudaSuccess);
        REQUIRE(cudaStreamWaitEvent(second, event, 0) == cudaSuccess);
        store_in(second, device, 1);
        REQUIRE(cudaEventRecord(event, second) == cudaSuccess);
        REQUIRE(cudaStreamWaitEvent(first, event, 0) == cudaSuccess);
        REQUIRE(cudaFreeAsync(device, first) == cudaSuccess);
        CHECK(cudaDeviceSynchronize() == cudaSuccess);
        CHECK(messages().empty());
    }
    SECTION("the host waits in between") {
        REQUIRE(cudaStreamSynchronize(first) == cudaSuccess);
        store_in(second, device, 1);
        REQUIRE(cudaStreamSynchronize(second) == cudaSuccess);
        REQUIRE(cudaFreeAsync(device, first) == cudaSuccess);
        CHECK(cudaDeviceSynchronize() == cudaSuccess);
        CHECK(messages().empty());
    }
    SECTION("nothing does") {
        store_in(second, device, 1);
        REQUIRE(cudaStreamQuery(second) == cudaErrorNotReady);
        REQUIRE(cudaStreamQuery(second) == cudaErrorNotReady); // runs the kernel, waits for nothing
        REQUIRE(cudaFreeAsync(device, first) == cudaSuccess);
        CHECK(cudaDeviceSynchronize() == cudaSuccess);
        CHECK(
            messages() ==
            std::vector<std::string>{
                "Race reported between the allocation by cudaMallocAsync and Write access by store",
                "Race reported between Write access by store and the free by cudaFreeAsync"});
    }
}

TEST_CASE_METHOD(Streams, "memory that is freed in its stream can be had again without waiting") {
    std::size_t left = 0, all = 0;
    REQUIRE(cudaMemGetInfo(&left, &all) == cudaSuccess);
    void *one = nullptr, *two = nullptr;
    REQUIRE(cudaMallocAsync(&one, left / 3 * 2, first) == cudaSuccess);
    REQUIRE(cudaFreeAsync(one, first) == cudaSuccess);
    CHECK(cudaMallocAsync(&two, left / 3 * 2, first) == cudaSuccess);
}

TEST_CASE_METHOD(Streams,
                 "a launch is listed where it was asked for, with what it did when it ran") {
    store_in(first, pinned, 1);
    void* device = allocate(4);
    REQUIRE(cudaStreamSynchronize(first) == cudaSuccess);
    cudaFree(device);
    const auto recorded = trace();
    std::vector<std::string> types;
    for (const auto& entry : recorded["events"]) types.push_back(entry["type"]);
    CHECK(types ==
          std::vector<std::string>{"allocate", "launch", "allocate", "synchronize", "free"});
    CHECK(only(recorded, "launch")["counters"]["warp_instructions"] > 0);
    CHECK(only(recorded, "launch")["ran_in"] == "cudaStreamSynchronize");
    CHECK(only(recorded, "launch")["nanoseconds"] > 2000);
    cudaMemcpyAsync(pinned, pinned + 1, 4, cudaMemcpyHostToHost, first);
    const auto copy = only(trace(), "copy");
    CHECK(copy["ran_in"] == "cudaMemcpyAsync");
    CHECK(copy["nanoseconds"] == 1000);
}

TEST_CASE_METHOD(Streams, "work without a wait runs at the end of the recording, which says so") {
    store_in(first, pinned, 5);
    const auto launch = only(trace(), "launch");
    CHECK(launch["ran_in"] == "");
    CHECK(launch["counters"]["warp_instructions"] > 0);
    CHECK(*pinned == 5);
    CHECK(trace()["events"].empty());
}

TEST_CASE_METHOD(Streams, "handles that were destroyed are told from ones that never were") {
    store_in(blocking, pinned, 3);
    REQUIRE(cudaStreamDestroy(blocking) == cudaSuccess);
    REQUIRE(cudaEventDestroy(event) == cudaSuccess);
    CHECK(cudaStreamSynchronize(blocking) == cudaErrorInvalidResourceHandle);
    CHECK(cudaEventRecord(event, first) == cudaErrorInvalidResourceHandle);
    const auto texts = explanations();
    CHECK_THAT(texts.at(0), ContainsSubstring("stream that has been destroyed"));
    CHECK_THAT(texts.at(1), ContainsSubstring("event that has been destroyed"));
    CHECK(cudaDeviceSynchronize() == cudaSuccess); // what was in the stream still runs
    CHECK(*pinned == 3);
}

TEST_CASE_METHOD(Streams, "a box is copied and set") {
    cudaPitchedPtr box{};
    REQUIRE(cudaMalloc3D(&box, {8, 3, 2}) == cudaSuccess);
    REQUIRE(cudaMemset3D(box, 1, {8, 3, 2}) == cudaSuccess);
    cudaPitchedPtr inner = box;
    inner.ptr =
        static_cast<char*>(box.ptr) + box.pitch * 3 + box.pitch + 2; // slice 1, row 1, byte 2
    REQUIRE(cudaMemset3D(inner, 9, {4, 1, 1}) == cudaSuccess);
    std::vector<char> host(8 * 3 * 2);
    cudaMemcpy3DParms copy{};
    copy.srcPtr = box;
    copy.dstPtr = {host.data(), 8, 8, 3};
    copy.extent = {8, 3, 2};
    copy.kind = cudaMemcpyDeviceToHost;
    REQUIRE(cudaMemcpy3D(&copy) == cudaSuccess);
    std::vector<char> expected(host.size(), 1);
    for (int byte = 2; byte < 6; ++byte)
        expected[static_cast<std::size_t>((1 * 3 + 1) * 8 + byte)] = 9;
    CHECK(host == expected);
    copy.srcArray = reinterpret_cast<cudaArray_t>(box.ptr); // a source is memory or an array
    CHECK(cudaMemcpy3D(&copy) == cudaErrorInvalidValue);
    cudaGetLastError();
}
