// What device_answers asks of two devices whose memory the other may or may not touch. Access has a
// direction: "0 to 1" lets kernels of device 0 touch memory of device 1.
#pragma once

#include "tell.hpp"

#include <array>
#include <string>

namespace peers {

__global__ void write_at(int* place, int value) { *place = value; }
__global__ void read_from(const int* place, int* into) { *into = *place; }

// Each device's own memory and stream.
struct Side {
    int *memory = nullptr, *from_pool = nullptr;
    cudaStream_t stream = nullptr;
};

inline std::array<Side, 2> sides_of_both() {
    std::array<Side, 2> sides;
    for (int device = 0; device < 2; ++device) {
        Side& side = sides[static_cast<std::size_t>(device)];
        cudaSetDevice(device);
        cudaMalloc(&side.memory, 4096);
        cudaMemset(side.memory, 0, 4096);
        cudaStreamCreate(&side.stream);
        cudaMallocAsync(&side.from_pool, 4096, side.stream);
        cudaMemsetAsync(side.from_pool, 0, 4096, side.stream);
        cudaDeviceSynchronize();
    }
    cudaSetDevice(0);
    cudaGetLastError();
    return sides;
}

inline void wait_for_both() {
    int current = 0;
    cudaGetDevice(&current);
    for (int device = 0; device < 2; ++device) {
        cudaSetDevice(device);
        const cudaError_t error = cudaDeviceSynchronize();
        if (error != cudaSuccess) tell(("  waiting for " + std::to_string(device)).c_str(), error);
    }
    cudaSetDevice(current);
}

// The first word of memory, wherever it lies.
inline int word_at(const int* place) {
    int word = -1;
    cudaMemcpy(&word, place, sizeof word, cudaMemcpyDefault);
    return word;
}

// What a call that sets the word to 0x01010101 * `byte` did: 1 if the memory has it then.
template <class Call>
void tell_set(const std::string& question, const int* place, int byte, const Call& call) {
    const cudaError_t error = call(byte);
    const cudaError_t then = cudaGetLastError();
    wait_for_both();
    tell(("  " + question).c_str(), error, word_at(place) == 0x01010101 * byte);
    if (then != error) tell("    the last error was", then);
}

inline void set_from_everywhere(const char* access) {
    static int byte = 0; // another one each time
    static const std::array<Side, 2> sides = sides_of_both();
    std::printf("access: %s\n", access);
    for (int current = 0; current < 2; ++current) {
        cudaSetDevice(current);
        for (int owner = 0; owner < 2; ++owner) {
            const std::string who = std::to_string(current) + " sets " + std::to_string(owner);
            int* const place = sides[static_cast<std::size_t>(owner)].memory;
            byte = byte % 100 + 1;
            tell_set(who + ", cudaMemset", place, byte,
                     [&](int value) { return cudaMemset(place, value, 4); });
            byte = byte % 100 + 1;
            tell_set(who + ", cudaMemset2D", place, byte,
                     [&](int value) { return cudaMemset2D(place, 64, value, 4, 2); });
            byte = byte % 100 + 1;
            tell_set(who + ", cudaMemsetAsync in no stream", place, byte,
                     [&](int value) { return cudaMemsetAsync(place, value, 4, nullptr); });
            for (int device = 0; device < 2; ++device) {
                byte = byte % 100 + 1;
                const cudaStream_t stream = sides[static_cast<std::size_t>(device)].stream;
                tell_set(who + ", cudaMemsetAsync in stream of " + std::to_string(device), place,
                         byte, [&](int value) { return cudaMemsetAsync(place, value, 4, stream); });
            }
            int* const from_pool = sides[static_cast<std::size_t>(owner)].from_pool;
            byte = byte % 100 + 1;
            tell_set(who + ", cudaMemset of a pool's", from_pool, byte,
                     [&](int value) { return cudaMemset(from_pool, value, 4); });
        }
    }
}

inline cudaError_t enable(int from, int to) {
    cudaSetDevice(from);
    return cudaDeviceEnablePeerAccess(to, 0);
}
inline cudaError_t disable(int from, int to) {
    cudaSetDevice(from);
    return cudaDeviceDisablePeerAccess(to);
}

inline void ask_who_may_set() {
    set_from_everywhere("none");
    tell("enable 0 to 1", enable(0, 1));
    set_from_everywhere("0 to 1");
    tell("enable 1 to 0", enable(1, 0));
    set_from_everywhere("both");
    tell("disable 0 to 1", disable(0, 1));
    set_from_everywhere("1 to 0");
}

inline void copy_from_everywhere(const char* access) {
    std::array<Side, 2> sides = sides_of_both();
    std::printf("access: %s\n", access);
    int byte = 0, host = 0;
    for (int current = 0; current < 2; ++current) {
        for (int from = 0; from < 2; ++from) {
            const int to = 1 - from;
            const int* const source = sides[static_cast<std::size_t>(from)].memory;
            int* const target = sides[static_cast<std::size_t>(to)].memory;
            const auto copied = [&](const char* how, auto&& call) {
                ++byte;
                cudaSetDevice(from);
                cudaMemset(const_cast<int*>(source), byte, 4);
                wait_for_both();
                cudaSetDevice(current);
                const std::string question = std::to_string(current) + " copies " +
                                             std::to_string(from) + " to " + std::to_string(to) +
                                             ", " + how;
                tell_set(question, target, byte, [&](int) { return call(); });
            };
            copied("cudaMemcpyPeer", [&] { return cudaMemcpyPeer(target, to, source, from, 4); });
            copied("cudaMemcpy", [&] { return cudaMemcpy(target, source, 4, cudaMemcpyDefault); });
            for (int device = 0; device < 2; ++device) {
                const cudaStream_t stream = sides[static_cast<std::size_t>(device)].stream;
                copied(("cudaMemcpyPeerAsync in stream of " + std::to_string(device)).c_str(),
                       [&] { return cudaMemcpyPeerAsync(target, to, source, from, 4, stream); });
                copied(("cudaMemcpyAsync in stream of " + std::to_string(device)).c_str(), [&] {
                    return cudaMemcpyAsync(target, source, 4, cudaMemcpyDeviceToDevice, stream);
                });
            }
        }
        tell("  cudaMemcpyPeer of both on one device, named wrongly",
             cudaMemcpyPeer(sides[0].memory, 0, sides[0].memory + 8, 1, 4));
        tell("  cudaMemcpyPeer from the host", cudaMemcpyPeer(sides[0].memory, 0, &host, 1, 4));
        tell("  cudaMemcpyPeer to no such device",
             cudaMemcpyPeer(sides[0].memory, 0, sides[1].memory, 9, 4));
    }
}

inline void ask_who_may_copy() {
    copy_from_everywhere("none");
    tell("enable 0 to 1", enable(0, 1));
    copy_from_everywhere("0 to 1");
    tell("enable 1 to 0", enable(1, 0));
    copy_from_everywhere("both");
}

inline cudaError_t ran() {
    const cudaError_t error = cudaGetLastError();
    return error != cudaSuccess ? error : cudaDeviceSynchronize();
}

// What lies there once the call has waited.
inline void tell_word(const char* question, cudaError_t waited, const int* place) {
    tell(question, waited, word_at(place));
}

// What works first, then what may end the process's use of the devices.
inline void ask_what_kernels_reach(const std::string& what) {
    const std::array<Side, 2> sides = sides_of_both();
    const Side &zero = sides[0], &one = sides[1];
    tell("enable 0 to 1", enable(0, 1));
    int* later = nullptr;
    cudaSetDevice(1);
    cudaMalloc(&later, 1024); // after access was given
    cudaSetDevice(0);
    write_at<<<1, 1>>>(one.memory, 5);
    tell_word("a kernel of 0 writes 1's memory", ran(), one.memory);
    write_at<<<1, 1>>>(later, 6);
    tell_word("a kernel of 0 writes what 1 allocated later", ran(), later);
    read_from<<<1, 1>>>(one.memory, zero.memory);
    tell_word("a kernel of 0 reads 1's memory", ran(), zero.memory);
    if (what == "peer_against_the_direction") {
        cudaSetDevice(1);
        write_at<<<1, 1>>>(zero.memory, 7);
        tell("a kernel of 1 writes 0's memory", ran());
    } else if (what == "peer_in_its_stream") {
        write_at<<<1, 1, 0, one.stream>>>(one.memory, 8);
        tell_word("a kernel in 1's stream writes 1's memory", cudaStreamSynchronize(one.stream),
                  one.memory);
        write_at<<<1, 1, 0, one.stream>>>(zero.memory, 9);
        tell("a kernel in 1's stream writes 0's memory", cudaStreamSynchronize(one.stream));
    } else if (what == "peer_in_our_stream") {
        cudaSetDevice(1);
        write_at<<<1, 1, 0, zero.stream>>>(zero.memory, 10);
        tell_word("1 launches in 0's stream, on 0's memory", cudaStreamSynchronize(zero.stream),
                  zero.memory);
        write_at<<<1, 1, 0, zero.stream>>>(one.memory, 11);
        tell_word("1 launches in 0's stream, on 1's memory", cudaStreamSynchronize(zero.stream),
                  one.memory);
    } else if (what == "peer_no_longer") {
        tell("disable 0 to 1", disable(0, 1));
        write_at<<<1, 1>>>(one.memory, 12);
        tell("a kernel of 0 writes 1's memory", ran());
    } else if (what == "peer_of_a_pool") {
        write_at<<<1, 1>>>(one.from_pool, 13);
        tell("a kernel of 0 writes memory of 1's pool", ran());
    } else if (what == "peer_by_pool_access") {
        tell("disable 0 to 1", disable(0, 1));
        cudaMemPool_t pool = nullptr;
        cudaDeviceGetDefaultMemPool(&pool, 1);
        cudaMemAccessDesc access{};
        access.location.type = cudaMemLocationTypeDevice;
        access.location.id = 0;
        access.flags = cudaMemAccessFlagsProtReadWrite;
        tell("cudaMemPoolSetAccess of 1's pool for 0", cudaMemPoolSetAccess(pool, &access, 1));
        write_at<<<1, 1>>>(one.from_pool, 14);
        tell_word("a kernel of 0 writes memory of 1's pool", ran(), one.from_pool);
        tell("cudaMemset of it", cudaMemset(one.from_pool, 1, 4));
        tell("cudaMemset of 1's other memory", cudaMemset(one.memory, 1, 4));
        tell("  waiting", ran());
        write_at<<<1, 1>>>(one.memory, 15);
        tell("a kernel of 0 writes 1's other memory", ran());
    }
}

inline void ask(const std::string& section) {
    if (section == "peer_set")
        ask_who_may_set();
    else if (section == "peer_copy")
        ask_who_may_copy();
    else if (section.starts_with("peer_"))
        ask_what_kernels_reach(section);
}

} // namespace peers
