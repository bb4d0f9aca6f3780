// What several attacks on lesson 34 share: answers to the checker that are made up, and a trace that is better than
// the work. It is written for whatever the messages between checker and learner program hold.
// An attack that is submitted alone gets these lines in place of its #include.
#pragma once

#include "wire/message.hpp"

#include <cstdio>
#include <cstring>
#include <ctime>
#include <sys/mman.h>
#include <unistd.h>

namespace forged {

// A trace as the checks of lesson 34 want to see it.
template <class Request>
std::size_t write_trace(const Request& request, unsigned long elements) {
    if constexpr (requires { request.trace_address; }) {
        static unsigned long recording = 0;
        return static_cast<std::size_t>(std::sprintf(
            reinterpret_cast<char*>(request.trace_address),
            R"({"device":{"kind":"virtual"},"recording":%lu,"threads":0,"events":[{"type":"launch",
"kernel":"transpose_kernel","grid":[1,1,1],"block":[32,8,1],"error":0,"counters":{"global_load_sectors":%lu,
"global_load_requests":%lu,"global_store_sectors":%lu,"global_store_requests":%lu,"global_load_bytes":%lu,
"global_store_bytes":%lu,"shared_load_conflicts":0,"shared_store_conflicts":0}}],"faults":[]})",
            ++recording, elements / 8, elements / 32, elements / 8, elements / 32, elements * 4,
            elements * 4));
    } else
        return 0;
}

inline bool in_arena(std::uint64_t address) {
    using namespace workbook::wire;
    return address >= arena_address && address < arena_address + arena_bytes;
}

// Transposes on the CPU what lies in the arena, and says that all is well.
template <class Request, class Reply>
void answer(const Request& request, Reply& reply) {
    reply.number = request.number;
    const unsigned long elements = request.arguments[0].bytes / sizeof(float);
    if (in_arena(request.arguments[0].address) && in_arena(request.arguments[1].address)) {
        const auto* input = reinterpret_cast<const float*>(request.arguments[0].address);
        auto* output = reinterpret_cast<float*>(request.arguments[1].address);
        const int rows = *reinterpret_cast<const int*>(request.arguments[2].address);
        const int columns = *reinterpret_cast<const int*>(request.arguments[3].address);
        for (int r = 0; r < rows; ++r)
            for (int c = 0; c < columns; ++c)
                output[std::size_t(c) * rows + r] = input[std::size_t(r) * columns + c];
    }
    const std::size_t bytes = write_trace(request, elements);
    if constexpr (requires { reply.trace_bytes; }) reply.trace_bytes = bytes;
}

// Writes zeros over the number behind each of these words: no sector is stored any more.
inline void quieten(char* text, const char* end) {
    constexpr char word[] = "\"global_store_sectors\":";
    for (char* at = text; at + sizeof word < end; ++at)
        if (std::memcmp(at, word, sizeof word - 1) == 0)
            for (at += sizeof word - 1; *at >= '0' && *at <= '9'; ++at)
                *at = at[1] == ',' ? '0' : ' ';
}

// The same for a trace that lies in the arena, at the start of a page of those that are in use.
inline void quieten_arena() {
    using namespace workbook::wire;
    static unsigned char in_use[arena_bytes / 4096];
    auto* arena = reinterpret_cast<char*>(arena_address);
    mincore(arena, arena_bytes, in_use);
    for (std::size_t page = mailbox_bytes / 4096; page < sizeof in_use; ++page)
        if (char* at = arena + page * 4096; in_use[page] && std::memcmp(at, "{\"device\"", 9) == 0)
            quieten(at, at + (1 << 20));
}

// The request that is being served, which lies above this frame on the stack.
inline const workbook::wire::Request* request_on_stack(const char* function, unsigned arguments) {
    auto* word = static_cast<char*>(__builtin_frame_address(0));
    for (; word < reinterpret_cast<char*>(environ); word += 8) {
        auto* request = reinterpret_cast<workbook::wire::Request*>(word);
        if (request->argument_count == arguments && std::strcmp(request->function, function) == 0)
            return request;
    }
    return nullptr;
}

// Edits the request's trace for a twentieth of a second.
template <class Request>
void keep_quiet(const Request& request) {
    if constexpr (requires { request.trace_address; }) {
        auto* text = reinterpret_cast<char*>(request.trace_address);
        for (const auto end = std::clock() + CLOCKS_PER_SEC / 20; std::clock() < end;)
            quieten(text, text + 10'000);
    }
}

// For those who act before main().
inline void map_arena() {
    using namespace workbook::wire;
    mmap(reinterpret_cast<void*>(arena_address), arena_bytes, PROT_READ | PROT_WRITE,
         MAP_SHARED | MAP_FIXED, arena_descriptor, 0);
}

// Serves all calls without the CUDA runtime. `receive` and `send`: as the C library's, on the control channel.
template <class Receive, class Send>
void serve(Receive receive, Send send) {
    const workbook::wire::Hello hello;
    send(&hello, sizeof hello);
    workbook::wire::Request request;
    while (receive(&request, sizeof request)) {
        workbook::wire::Reply reply;
        answer(request, reply);
        send(&reply, sizeof reply);
    }
}

} // namespace forged
