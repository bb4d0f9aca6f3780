// Prints the trace of a few runtime calls: what libworkbook_cupti.so makes of them on the machine
// at hand. On one without a GPU the trace says that it is unavailable and lists nothing.
//
//     cupti_selftest           prints the trace; exit 0 if the events are those expected, or if the
//                              trace is unavailable
#include "cupti/selftest_kernel.hpp"
#include "wire/trace_source.hpp"

#include <cuda_runtime_api.h>
#include <nlohmann/json.hpp>

#include <array>
#include <cstdio>
#include <string>
#include <vector>

namespace {

using nlohmann::json;

// Calls that need no kernel. One copy is wrong on purpose: its kind says host to device, its
// pointers say device to host.
void make_calls() {
    std::array<int, 256> host{};
    void* device = nullptr;
    cudaMalloc(&device, sizeof host);
    cudaMemset(device, 0, sizeof host);
    cudaMemcpy(device, host.data(), sizeof host, cudaMemcpyHostToDevice);
    cudaMemcpy(host.data(), device, sizeof host, cudaMemcpyDefault);
    cudaMemcpy(host.data(), device, sizeof host, cudaMemcpyHostToDevice);
    cudaGetLastError();
    void* second = nullptr;
    cudaMalloc(&second, sizeof host);
    cudaMemcpyPeer(second, 0, device, 0, sizeof host);
    cudaMemcpyPeerAsync(device, 0, second, 0, sizeof host);
    cudaFree(second);
    workbook::cupti::launch_fill(static_cast<int*>(device), 256);
    workbook::cupti::launch_too_large(static_cast<int*>(device), 256);
    cudaDeviceSynchronize();
    cudaFree(device);
    cudaFree(nullptr);
}

struct Expected {
    std::string type, api, direction;
};

bool as_expected(const json& trace) {
    const std::vector<Expected> expected = {
        {"allocate", "cudaMalloc", ""},
        {"set", "cudaMemset", ""},
        {"copy", "cudaMemcpy", "host_to_device"},
        {"copy", "cudaMemcpy", "device_to_host"},
        {"copy", "cudaMemcpy", "device_to_host"},
        {"allocate", "cudaMalloc", ""},
        {"copy", "cudaMemcpyPeer", "device_to_device"},
        {"copy", "cudaMemcpyPeerAsync", "device_to_device"},
        {"free", "cudaFree", ""},
        {"launch", "cudaLaunchKernel", ""},
        {"launch", "cudaLaunchKernel", ""},
        {"synchronize", "cudaDeviceSynchronize", ""},
        {"free", "cudaFree", ""},
    };
    const json& events = trace.at("events");
    if (events.size() != expected.size()) return false;
    for (std::size_t i = 0; i < expected.size(); ++i) {
        const json& event = events[i];
        if (event.at("type") != expected[i].type || event.at("api") != expected[i].api)
            return false;
        if (event.value("direction", "") != expected[i].direction) return false;
        if (event.contains("bytes") && event.at("bytes") != 1024) return false;
    }
    const json& accepted = events[9];
    const json& refused = events[10];
    return accepted.at("grid") == json({4, 1, 1}) && accepted.at("block") == json({64, 1, 1}) &&
           accepted.at("static_shared_bytes") == 256 &&
           accepted.at("dynamic_shared_bytes") == 128 &&
           accepted.at("kernel").get<std::string>().find("fill(int*, int)") != std::string::npos &&
           accepted.at("error") == 0 && refused.at("block") == json({4096, 1, 1}) &&
           refused.at("error") == cudaErrorInvalidValue;
}

} // namespace

int main() {
    // The first call of a program creates the device's context, which is not to be traced.
    cudaFree(nullptr);
    workbook_trace_begin();
    make_calls();
    std::size_t bytes = 0;
    const char* text = workbook_trace_end(&bytes);
    const json trace = json::parse(text, text + bytes, nullptr, false);
    if (trace.is_discarded()) {
        std::fprintf(stderr, "the trace is not JSON: %.*s\n", static_cast<int>(bytes), text);
        return 1;
    }
    std::printf("%s\n", trace.dump(2).c_str());
    if (trace.contains("unavailable")) return trace.at("events").empty() ? 0 : 1;
    if (as_expected(trace)) return 0;
    std::fprintf(stderr, "these are not the events expected\n");
    return 1;
}
