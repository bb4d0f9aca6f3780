// What device_answers asks about copies that name no stream, and work of two devices: which of it
// they wait for.
#pragma once

#include "peer_questions.hpp"

#include <vector>

namespace peers {

constexpr long long long_enough = 1000000; // cycles; a copy begins within a tenth of it

__global__ void write_late(int* place, int value) {
    for (const long long begin = clock64(); clock64() - begin < long_enough;) {
    }
    *place = value;
}
__global__ void read_late(const int* place, int* into) {
    for (const long long begin = clock64(); clock64() - begin < long_enough;) {
    }
    *into = *static_cast<const volatile int*>(place);
}

// A stream of each kind, for the device that is current.
struct StreamOf {
    explicit StreamOf(const std::string& kind) {
        if (kind == "a blocking") cudaStreamCreate(&stream);
        if (kind == "a non-blocking") cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    }
    ~StreamOf() {
        if (stream) cudaStreamDestroy(stream);
    }
    StreamOf(const StreamOf&) = delete;
    StreamOf& operator=(const StreamOf&) = delete;
    cudaStream_t stream = nullptr;
};

using Kinds = std::vector<std::string>;

// Whether copies by `copy(to, from)`, from device 0 to device 1, wait for work of both.
template <class Copy>
void ask_what_waits(const std::string& how, const Kinds& kinds, std::array<Side, 2>& sides,
                    const Copy& copy) {
    int* const source = sides[0].memory;
    int* const target = sides[1].memory;
    int* const seen = target + 1;
    for (const std::string& kind : kinds) {
        cudaMemset(source, 0, 8);
        cudaMemset(target, 0, 8);
        wait_for_both();
        {
            cudaSetDevice(0);
            const StreamOf writer(kind);
            write_late<<<1, 1, 0, writer.stream>>>(source, 1);
            const cudaError_t error = copy(target, source);
            wait_for_both();
            tell((how + ", " + kind + " stream writes the source").c_str(), error, word_at(target));
        }
        {
            cudaSetDevice(1);
            cudaMemset(target, 0, 8);
            wait_for_both();
            const StreamOf reader(kind);
            read_late<<<1, 1, 0, reader.stream>>>(target, seen);
            cudaSetDevice(0);
            const cudaError_t error = copy(target, source);
            wait_for_both();
            tell((how + ", " + kind + " stream reads the target").c_str(), error, word_at(seen));
        }
    }
    cudaSetDevice(0);
}

// Whether a copy to the host waits for a kernel of `device` that writes memory of device 1.
inline void ask_what_host_sees(const Kinds& kinds, std::array<Side, 2>& sides, int device) {
    for (const std::string& kind : kinds) {
        cudaMemset(sides[1].memory, 0, 8);
        wait_for_both();
        cudaSetDevice(device);
        const StreamOf writer(kind);
        write_late<<<1, 1, 0, writer.stream>>>(sides[1].memory, 1);
        cudaSetDevice(0);
        int word = -1;
        const cudaError_t error = cudaMemcpy(&word, sides[1].memory, 4, cudaMemcpyDeviceToHost);
        tell(("to the host, " + kind + " stream of " + std::to_string(device) + " writes").c_str(),
             error, word);
        wait_for_both();
    }
}

inline void ask_about_order(const Kinds& kinds) {
    std::array<Side, 2> sides = sides_of_both();
    tell("enable 0 to 1", enable(0, 1));
    tell("enable 1 to 0", enable(1, 0));
    cudaSetDevice(0);
    // The first launch of a kernel takes longer.
    for (Side& side : sides) {
        write_late<<<1, 1, 0, side.stream>>>(side.memory, 0);
        read_late<<<1, 1, 0, side.stream>>>(side.memory, side.memory + 1);
    }
    wait_for_both();
    ask_what_waits("cudaMemcpyPeer", kinds, sides,
                   [](int* to, const int* from) { return cudaMemcpyPeer(to, 1, from, 0, 4); });
    ask_what_waits("cudaMemcpy", kinds, sides, [](int* to, const int* from) {
        return cudaMemcpy(to, from, 4, cudaMemcpyDeviceToDevice);
    });
    for (int device = 0; device < 2; ++device) ask_what_host_sees(kinds, sides, device);
}

inline void ask_about_order(const std::string& section) {
    if (section == "order_of_peers") ask_about_order(Kinds{"the default", "a blocking"});
    if (section == "no_order_of_peers") ask_about_order(Kinds{"a non-blocking"});
}

} // namespace peers
