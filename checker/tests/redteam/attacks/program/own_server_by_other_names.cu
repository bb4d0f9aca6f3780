// Attack: sends by the C library's second names of send(), read() and write()
// Verdict: forbidden or requirement or wrong_answer or not_started or crashed
// Stage: program
#include "square_port.hpp"

#include "wire/message.hpp"

extern "C" long __send(int, const void*, std::size_t, int);
extern "C" long __read(int, void*, std::size_t);
extern "C" long __write(int, const void*, std::size_t);

namespace {

using namespace workbook::wire;

const int early = [] {
    const Hello hello;
    __send(control_descriptor, &hello, sizeof hello, 0);
    Request request;
    while (__read(control_descriptor, &request, sizeof request) == sizeof request) {
        Reply reply;
        reply.number = request.number;
        __write(control_descriptor, &reply, sizeof reply);
    }
    return 0;
}();

} // namespace

void square(const std::int64_t*, std::int64_t*, std::size_t) {}
