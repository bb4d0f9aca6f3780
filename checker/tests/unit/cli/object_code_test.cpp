#include "cli/submission/forbidden_names.hpp"
#include "cli/submission/object_code.hpp"

#include <catch2/catch_test_macros.hpp>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

using namespace workbook::cli;

namespace {

const std::string samples[] = {WORKBOOK_OBJECT_SAMPLES};

std::string sample(std::size_t number) {
    std::ifstream file(samples[number], std::ios::binary);
    REQUIRE(file);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::string said_of(std::size_t number) {
    return obstacle_in_object(sample(number)).value_or("nothing");
}

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

} // namespace

TEST_CASE("object code: an honest one is let pass") {
    CHECK(said_of(0) == "nothing");
    CHECK(said_of(12) == "nothing");
}

TEST_CASE("object code: what lets code slip into the checker's is found") {
    CHECK(contains(said_of(1), "send(), which speaks to other programs"));
    CHECK(contains(said_of(2), "workbook_trace_begin"));
    CHECK(contains(said_of(3), "dlsym, which belongs to the system's libraries"));
    CHECK(contains(said_of(4), "memcpy, which belongs"));
    CHECK(contains(said_of(5), "recv, which belongs"));
    CHECK(contains(said_of(6), "_Znwm, which belongs"));
    CHECK(contains(said_of(7), "cudaMemcpy, which belongs"));
    CHECK(contains(said_of(8), "a function of the checker's"));
    CHECK(contains(said_of(9), "calls the kernel"));
    CHECK(contains(said_of(10), "has the loader choose what chosen is"));
    CHECK(contains(said_of(11), "calls the kernel"));
    CHECK(contains(said_of(13), "environ, which belongs"));
    CHECK(contains(said_of(13), "your variable another name"));
    CHECK(contains(said_of(14), "stack"));
    CHECK(contains(said_of(15), "stack"));
    CHECK(contains(said_of(16), "send@GLIBC_2"));
    CHECK(contains(said_of(17), "sys_open"));
}

TEST_CASE("object code: other names of what is forbidden are found") {
    for (const std::string name : {"send",
                                   "__send",
                                   "__write",
                                   "__read",
                                   "__recv_chk",
                                   "__dprintf_chk",
                                   "__dup2",
                                   "__fcntl",
                                   "__libc_fcntl64",
                                   "__libc_fork",
                                   "__libc_system",
                                   "__vfork",
                                   "__clone",
                                   "_Fork",
                                   "__pwrite64",
                                   "__libc_pwrite",
                                   "_IO_fdopen",
                                   "_IO_popen",
                                   "_IO_file_attach",
                                   "_IO_do_write",
                                   "__write_nocancel",
                                   "__mmap",
                                   "__socket",
                                   "write@@GLIBC_2.2.5",
                                   "_dl_catch_error",
                                   "__libc_sigaction",
                                   "eventfd_write",
                                   "__backtrace_symbols_fd"}) {
        CAPTURE(name);
        CHECK(forbidden_use(name).has_value());
    }
    for (const std::string name : {"__libc_single_threaded",
                                   "memcpy",
                                   "printf",
                                   "__printf_chk",
                                   "__cxa_throw",
                                   "stdout",
                                   "fopen",
                                   "fread",
                                   "fwrite",
                                   "fgets",
                                   "__fread_chk",
                                   "puts",
                                   "malloc",
                                   "getenv",
                                   "qsort",
                                   "clock_gettime",
                                   "pthread_create",
                                   "__errno_location",
                                   "__assert_fail",
                                   "_Z4sendi",
                                   "cudaMemcpy",
                                   "__isoc99_sscanf",
                                   "strtol",
                                   "sinf",
                                   "_ZSt4cout",
                                   "__stack_chk_fail",
                                   "_ZNSt12__basic_fileIcED1Ev",
                                   "_Unwind_Resume",
                                   "atexit",
                                   "exit",
                                   "close",
                                   "open",
                                   "no_such_name"}) {
        CAPTURE(name);
        CHECK_FALSE(forbidden_use(name).has_value());
    }
    CHECK(system_name("send") == SystemName::function);
    CHECK(system_name("memcpy") == SystemName::function);
    CHECK(system_name("environ") == SystemName::variable);
    CHECK(system_name("no_such_name") == SystemName::none);
}

TEST_CASE("object code: damaged files do no harm") {
    const std::string honest = sample(0);
    CHECK(obstacle_in_object("").has_value());
    CHECK(obstacle_in_object("\x7f"
                             "ELF nonsense")
              .has_value());
    for (std::size_t length = 1; length < honest.size(); length += honest.size() / 97) {
        obstacle_in_object(honest.substr(0, length));
    }
    // Every byte of the headers, one by one, set to all ones.
    for (std::size_t at = 16; at < 64; ++at) {
        std::string damaged = honest;
        damaged[at] = '\xff';
        obstacle_in_object(damaged);
    }
}
