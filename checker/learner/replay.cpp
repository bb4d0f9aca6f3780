#include "learner/replay.hpp"

#include "learner/registration.hpp"
#include "wire/recording.hpp"

#include <cstdio>
#include <cstring>
#include <fstream>
#include <sys/mman.h>

namespace workbook::learner {
namespace {

int usage(const char* program) {
    std::fprintf(stderr,
                 "This program holds your functions; the checker calls them. To run one call again "
                 "under a debugger:\n"
                 "  check --record call.bin     writes the first call that fails\n"
                 "  cuda-gdb --args %s --replay call.bin\n"
                 "Functions:",
                 program);
    for (std::string_view name : callable_names())
        std::fprintf(stderr, " %.*s", static_cast<int>(name.size()), name.data());
    std::fprintf(stderr, "\n");
    return 2;
}

// Puts the recorded pieces of the arena where they were.
bool load(std::ifstream& file, wire::Request& request) {
    wire::RecordingHeader header;
    if (!file.read(reinterpret_cast<char*>(&header), sizeof header)) return false;
    if (std::memcmp(header.magic, wire::recording_magic, sizeof header.magic) != 0) return false;
    if (header.request_bytes != sizeof request) return false;
    if (!file.read(reinterpret_cast<char*>(&request), sizeof request)) return false;
    wire::RecordingPiece piece;
    while (file.read(reinterpret_cast<char*>(&piece), sizeof piece)) {
        const std::uint64_t offset = piece.address - wire::arena_address;
        if (offset > wire::arena_bytes || piece.bytes > wire::arena_bytes - offset) return false;
        if (!file.read(reinterpret_cast<char*>(piece.address), static_cast<long>(piece.bytes)))
            return false;
    }
    return request.argument_count <= wire::most_arguments;
}

} // namespace

int replay(int argument_count, char** arguments) {
    if (argument_count != 3 || std::strcmp(arguments[1], "--replay") != 0)
        return usage(arguments[0]);
    void* wanted = reinterpret_cast<void*>(wire::arena_address);
    if (mmap(wanted, wire::arena_bytes, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0) != wanted) {
        std::fprintf(stderr, "the arena's address %p is taken\n", wanted);
        return 2;
    }
    std::ifstream file(arguments[2], std::ios::binary);
    wire::Request request;
    if (!file || !load(file, request)) {
        std::fprintf(stderr, "%s is no recorded call of this version\n", arguments[2]);
        return 2;
    }
    const wire::Reply reply =
        serve_call(request, TraceSource(), *static_cast<wire::Mailbox*>(wanted));
    std::printf("%s: %s%s%s\n", request.function,
                reply.status == wire::ReplyStatus::returned ? "returned" : "did not return",
                reply.text[0] ? ": " : "", reply.text);
    for (const wire::CudaError* error : {&reply.left, &reply.synchronised})
        if (error->code != 0) std::printf("CUDA error: %s (%s)\n", error->name, error->message);
    return reply.status == wire::ReplyStatus::returned ? 0 : 1;
}

} // namespace workbook::learner
