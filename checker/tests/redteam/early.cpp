// Code that acts before main(), in the initialiser of a global variable: WORKBOOK_EARLY says what
// it does.
#include "hostile.hpp"
#include "wire/message.hpp"

#include <csignal>
#include <cstdlib>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

namespace {

enum Early { exits, hangs, crashes, forks, serves_itself, hangs_at_exit, shrinks_arena };

// Answers in place of main(): every call "returns", nothing is computed.
[[noreturn]] void serve_without_computing() {
    using namespace workbook::wire;
    const Hello hello;
    send(control_descriptor, &hello, sizeof hello, 0);
    Request request;
    while (recv(control_descriptor, &request, sizeof request, 0) == sizeof request) {
        Reply reply;
        reply.number = request.number;
        send(control_descriptor, &reply, sizeof reply, 0);
    }
    _exit(0);
}

[[maybe_unused]] bool acted_well = false;

bool act() {
    switch (Early{WORKBOOK_EARLY}) {
    case exits:
        std::exit(0);
    case hangs:
        while (true) pause();
    case crashes:
        raise(SIGSEGV);
        break;
    case forks:
        if (fork() == 0) _exit(0);
        break;
    case serves_itself:
        serve_without_computing();
    case hangs_at_exit:
        std::atexit([] {
            while (true) pause();
        });
        break;
    case shrinks_arena:
        // The checker, which reads it, would be sent SIGBUS.
        acted_well = ftruncate(workbook::wire::arena_descriptor, 0) == 0;
        break;
    }
    return true;
}

const bool acted = act();

} // namespace
