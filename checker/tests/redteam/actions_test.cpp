// Every hostile action gets the verdict that belongs to it, in time, and the next call works again.
#include "hostile.hpp"

#include "harness/harness.hpp"

#include <catch2/catch_test_macros.hpp>

#include <csignal>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <set>
#include <sys/resource.h>
#include <thread>
#include <unistd.h>

using namespace workbook;

namespace {

constexpr double of_what_hangs = 1; // seconds that such a call may take

Limits short_limits() {
    Limits limits;
    limits.start_seconds = limits.call_seconds = 20; // a busy machine
    limits.memory_bytes = 256 << 20;
    limits.printed_bytes = 256 << 10;
    limits.file_bytes = 8 << 20;
    return limits;
}

// Set for a second run of all tests: each learner program is in a world of its own.
bool confined() {
    static const bool wanted = std::getenv("WORKBOOK_REDTEAM_CONFINED") != nullptr;
    if (!wanted) return false;
    static const auto obstacle = obstacle_to_confinement();
    if (obstacle) SKIP("learner programs cannot be confined here: " << *obstacle);
    return true;
}

SessionOptions options_for(const char* program) {
    SessionOptions options;
    options.learner = std::string(WORKBOOK_REDTEAM_FOLDER) + "/" + program;
    options.virtual_runtime = WORKBOOK_VGPU_DIR;
    options.limits = short_limits();
    options.confine = confined();
    return options;
}

SessionOptions with_limit(double call_seconds) {
    SessionOptions options = options_for("hostile_calls");
    options.limits.call_seconds = call_seconds;
    return options;
}

struct Fixture {
    explicit Fixture(const char* program = "hostile_calls") : Fixture(options_for(program)) {}
    explicit Fixture(double call_seconds) : Fixture(with_limit(call_seconds)) {}
    explicit Fixture(const SessionOptions& options) : session(options) {
        Session::set_current(&session);
        Findings::take();
    }
    Session session;
};

const std::vector<int> numbers{10, 20, 30, 40, 50};
const std::vector<int> incremented{11, 21, 31, 41, 51};

Run run_action(HostileAction action) {
    return WORKBOOK_RUN(misbehave, action, inout(numbers), out<int>(numbers.size()),
                        numbers.size());
}

Verdict verdict_of(const Run& run) {
    return run.record().problems.empty() ? Verdict::passed : run.record().problems.front().verdict;
}

std::string text_of(const Run& run) {
    std::string text;
    for (const Finding& problem : run.record().problems) text += problem.text + "\n";
    return text;
}

void require_honest_call() {
    const Run run = WORKBOOK_RUN(increment, in(numbers), out<int>(numbers.size()), numbers.size());
    INFO(text_of(run));
    REQUIRE(run.ended_well());
    REQUIRE(run.output<int>(1) == incremented);
}

std::size_t children() {
    std::ifstream file("/proc/thread-self/children");
    std::size_t count = 0;
    int child = 0;
    while (file >> child) ++count;
    return count;
}

// As the kernel does when memory runs out.
void kill_engine() {
    std::ifstream file("/proc/" + std::to_string(getpid()) + "/task/" + std::to_string(getpid()) +
                       "/children");
    for (int child = 0; file >> child;) {
        std::string words;
        std::getline(std::ifstream("/proc/" + std::to_string(child) + "/cmdline"), words);
        if (words.find("serve") != std::string::npos) kill(child, SIGKILL);
    }
}

struct Case {
    HostileAction action;
    Verdict verdict;
    const char* words; // that the message contains
};

void check_action(const Case& expected, double call_seconds = short_limits().call_seconds) {
    Fixture fixture(call_seconds);
    require_honest_call();
    const Run run = run_action(expected.action);
    INFO("action " << static_cast<int>(expected.action) << ": " << text_of(run));
    CHECK(name_of(verdict_of(run)) == name_of(expected.verdict));
    CHECK(text_of(run).find(expected.words) != std::string::npos);
    require_honest_call();
    fixture.session.stop();
    CHECK(children() == 0);
}

} // namespace

TEST_CASE("an honest learner") {
    Fixture fixture;
    for (int call = 0; call < 3; ++call) require_honest_call();
    const Run run = WORKBOOK_RUN(weighed, Pair{3, 0.5}, in(numbers), numbers.size());
    REQUIRE(run.ended_well());
    CHECK(run.returned<double>() == 5 * 3 + 0.5 * 150);
    const Run nothing = WORKBOOK_RUN(increment, in(std::vector<int>{}), out<int>(0), 0);
    CHECK(nothing.ended_well());
    const Run null = WORKBOOK_RUN(increment, nullptr, nullptr, 0);
    CHECK(null.ended_well());
}

TEST_CASE("ends the program") {
    check_action({HostileAction::exit_zero, Verdict::exited, "exit code 0"});
    check_action({HostileAction::exit_three, Verdict::exited, "exit code 3"});
    check_action({HostileAction::quick_exit, Verdict::exited, "during misbehave()"});
    check_action({HostileAction::raw_exit, Verdict::exited, "during misbehave()"});
}

TEST_CASE("crashes") {
    check_action({HostileAction::abort, Verdict::crashed, "SIGABRT"});
    check_action({HostileAction::follow_null, Verdict::crashed, "null pointer"});
    check_action({HostileAction::read_past_end, Verdict::crashed,
                  "4 bytes past the end of `input` of misbehave()"});
    check_action({HostileAction::write_past_end, Verdict::crashed,
                  "0 bytes past the end of `output` of misbehave()"});
    check_action({HostileAction::write_far_away, Verdict::crashed, "0x700000000000"});
    check_action({HostileAction::overflow_stack, Verdict::crashed, "the stack overflowed"});
#if defined(__x86_64__) // AArch64's division by zero gives 0
    check_action({HostileAction::divide_by_zero, Verdict::crashed, "divided by zero"});
#endif
    check_action({HostileAction::illegal_instruction, Verdict::crashed, "SIG"});
    check_action({HostileAction::throw_exception, Verdict::crashed, "this was not caught"});
    check_action({HostileAction::throw_number, Verdict::crashed, "exception"});
    check_action({HostileAction::throw_in_noexcept, Verdict::crashed, "SIGABRT"});
}

TEST_CASE("hangs") {
    for (const Case& expected :
         {Case{HostileAction::loop, Verdict::timed_out, "1 s during misbehave()"},
          Case{HostileAction::sleep, Verdict::timed_out, "during misbehave()"},
          Case{HostileAction::stop_itself, Verdict::timed_out, "during misbehave()"},
          Case{HostileAction::ignore_signals_and_loop, Verdict::timed_out, "during misbehave()"}})
        check_action(expected, of_what_hangs);
}

TEST_CASE("starts more threads than it may") {
    check_action(
        {HostileAction::many_small_threads, Verdict::forbidden, "threads at the same time"});
    Fixture fixture;
    CHECK(run_action(HostileAction::some_threads).ended_well());
}

TEST_CASE("a SIGKILL that the checker did not send is in doubt, whatever it hit") {
    {
        Fixture fixture;
        const Run run = run_action(HostileAction::kill_itself);
        CHECK(name_of(verdict_of(run)) == name_of(Verdict::crashed));
        CHECK(text_of(run).find("SIGKILL") != std::string::npos);
        CHECK(fixture.session.in_doubt());
    }
    Fixture fixture;
    require_honest_call();
    std::thread killer([] {
        usleep(200'000);
        kill_engine();
    });
    const Run run = run_action(HostileAction::sleep);
    killer.join();
    INFO(text_of(run));
    CHECK(name_of(verdict_of(run)) == name_of(Verdict::crashed));
    CHECK(fixture.session.in_doubt());
    require_honest_call();
}

TEST_CASE("an end of the program's own making is not in doubt") {
    for (const HostileAction action :
         {HostileAction::exit_zero, HostileAction::follow_null, HostileAction::kill_parent,
          HostileAction::sleep, HostileAction::print_without_end}) {
        Fixture fixture(of_what_hangs);
        CHECK_FALSE(run_action(action).ended_well());
        CHECK_FALSE(fixture.session.in_doubt());
    }
}

TEST_CASE("an engine that cannot be started is the grader's error") {
    SessionOptions options = options_for("hostile_calls");
    options.virtual_runtime = "/no/such/folder";
    Fixture fixture(options);
    const Run run = run_action(HostileAction::print_passed);
    INFO(text_of(run));
    CHECK(name_of(verdict_of(run)) == name_of(Verdict::grader_error));
}

TEST_CASE("programs of one moment have users of their own") {
    std::set<unsigned> taken;
    std::vector<std::unique_ptr<UserNumber>> users;
    for (int i = 0; i < 100; ++i) {
        const UserNumber& user = *users.emplace_back(std::make_unique<UserNumber>());
        CHECK_FALSE(user.is_shared());
        CHECK(user.number() >= 64'000);
        CHECK(taken.insert(user.number()).second);
    }
}

TEST_CASE("a program shares a user where no number can be kept") {
    rlimit before{};
    REQUIRE(getrlimit(RLIMIT_NOFILE, &before) == 0);
    const rlimit none{0, before.rlim_max};
    REQUIRE(setrlimit(RLIMIT_NOFILE, &none) == 0);
    const UserNumber user;
    REQUIRE(setrlimit(RLIMIT_NOFILE, &before) == 0);
    CHECK(user.is_shared());
    CHECK(user.number() >= 64'000);
}

TEST_CASE("is not waited for again and again") {
    Fixture fixture(of_what_hangs);
    const std::string words = "misbehave() was not called any more";
    for (int call = 0; call < 2; ++call)
        CHECK(text_of(run_action(HostileAction::sleep)).find("1 s during misbehave()") !=
              std::string::npos);
    const Run third = run_action(HostileAction::sleep);
    CHECK(name_of(verdict_of(third)) == name_of(Verdict::timed_out));
    CHECK(text_of(third).find(words) != std::string::npos);
    CHECK_FALSE(third.ended_well());
    require_honest_call(); // another function
}

TEST_CASE("takes without end") {
    check_action({HostileAction::print_without_end, Verdict::too_much_output, "still here"});
    check_action({HostileAction::print_errors_without_end, Verdict::too_much_output, "still here"});
    check_action({HostileAction::ask_for_too_much, Verdict::out_of_memory, "std::bad_alloc"});
    check_action({HostileAction::many_threads, Verdict::crashed, "exception"});
    check_action({HostileAction::fill_disk, Verdict::forbidden, "large file"});
}

TEST_CASE("takes memory without end") {
    // By the watch: the limit on data would have malloc fail first.
    SessionOptions options = options_for("hostile_calls");
    options.limits.limit_data = false;
    Session session(options);
    Session::set_current(&session);
    const Run run = run_action(HostileAction::eat_memory);
    CHECK(name_of(verdict_of(run)) == name_of(Verdict::out_of_memory));
    require_honest_call();
}

TEST_CASE("takes memory and returns before anyone looks") {
    SessionOptions options = options_for("hostile_calls");
    options.limits.limit_data = false;
    options.limits.look_milliseconds = 60'000; // never
    options.limits.memory_bytes = keep_bytes - (1 << 20);
    Session session(options);
    Session::set_current(&session);
    const Run run = run_action(HostileAction::keep_memory);
    CHECK(name_of(verdict_of(run)) == name_of(Verdict::out_of_memory));
}

TEST_CASE("starts and attacks processes") {
    check_action({HostileAction::fork_once, Verdict::forbidden, "another process"});
    check_action({HostileAction::fork_bomb, Verdict::forbidden, "another process"});
    check_action({HostileAction::call_system, Verdict::forbidden, "another process"});
    check_action({HostileAction::replace_itself, Verdict::forbidden, "another process"});
    check_action({HostileAction::kill_parent, Verdict::forbidden, "signal"});
    check_action({HostileAction::kill_everything, Verdict::forbidden, "signal"});
    check_action({HostileAction::kill_by_thread_number, Verdict::forbidden, "signal"});
    check_action({HostileAction::trace_parent, Verdict::forbidden, "inspect"});
    check_action({HostileAction::read_parent, Verdict::forbidden, "inspect"});
}

TEST_CASE("what the filter would stop, the reaper cleans up") {
    SessionOptions options = options_for("hostile_calls");
    options.limits.filter_calls = false; // as on a kernel without seccomp
    Session session(options);
    Session::set_current(&session);
    const Run run = run_action(HostileAction::fork_once);
    CHECK(run.ended_well());
    session.stop();
    CHECK(children() == 0);
}

TEST_CASE("damages memory that is not its own") {
    check_action({HostileAction::write_before_start, Verdict::fault, "before its start"});
    Fixture fixture;
    const Run changed = WORKBOOK_RUN(misbehave, HostileAction::change_input, in(numbers),
                                     out<int>(numbers.size()), numbers.size());
    CHECK(name_of(verdict_of(changed)) == "wrong_answer");
    CHECK(text_of(changed).find("element 2 is the first") != std::string::npos);
}

TEST_CASE("meddles with the channel to the checker") {
    // Harmless: what is said there decides nothing.
    Fixture fixture;
    const Run scribbled = run_action(HostileAction::scribble_over_arena);
    CHECK(scribbled.ended_well());
    require_honest_call();
    const Run left = run_action(HostileAction::leave_a_thread);
    CHECK(name_of(verdict_of(left)) == name_of(Verdict::forbidden));
    CHECK(text_of(left).find("a thread that your code started still ran") != std::string::npos);
    require_honest_call();
    const Run written = run_action(HostileAction::write_every_descriptor);
    INFO(text_of(written));
    CHECK_FALSE(written.ended_well());
    require_honest_call();
    const Run closed = run_action(HostileAction::close_every_descriptor);
    INFO(text_of(closed));
    CHECK_FALSE(closed.ended_well());
    require_honest_call();
    const Run forged = run_action(HostileAction::forge_reply);
    INFO(text_of(forged));
    CHECK_FALSE(forged.ended_well());
    require_honest_call();
    const Run opened = run_action(HostileAction::open_parent_memory);
    CHECK(opened.ended_well());
}

TEST_CASE("only its own descriptors are open") {
    Fixture fixture;
    const int leak = dup(2); // as a parent of the checker might leave one
    const Run run = run_action(HostileAction::write_every_descriptor);
    close(leak);
    // 3 to 5 are the channel, the arena (closed by then) and the fault log.
    CHECK(run.record().printed.find("descriptor 6") == std::string::npos);
    CHECK(run.record().printed.find("descriptor 7") == std::string::npos);
}

TEST_CASE("acts after its function has returned") {
    for (int round = 0; round < 5; ++round) {
        Fixture fixture;
        const Run run = run_action(HostileAction::leave_a_timer);
        CHECK(run.ended_well());
        CHECK(run.output<int>(2) == incremented);
    }
}

TEST_CASE("memory that counts for no process") {
    Fixture fixture;
    CHECK(run_action(HostileAction::hide_memory).record().printed.empty());
}

TEST_CASE("sees no process, file or network but its own") {
    if (!confined()) return;
    Fixture fixture;
    CHECK(run_action(HostileAction::look_around).record().printed == "looked around\n");
}

TEST_CASE("makes the shared memory smaller before main()") {
    Fixture fixture("hostile_shrinks_arena");
    require_honest_call();
}

TEST_CASE("acts before main()") {
    struct EarlyCase {
        const char* program;
        Verdict verdict;
    };
    for (const EarlyCase& expected : {EarlyCase{"hostile_exits", Verdict::exited},
                                      EarlyCase{"hostile_crashes", Verdict::crashed},
                                      EarlyCase{"hostile_forks", Verdict::forbidden}}) {
        Fixture fixture(expected.program);
        const Run run = run_action(HostileAction::print_passed);
        INFO(expected.program << ": " << text_of(run));
        CHECK(name_of(verdict_of(run)) == name_of(expected.verdict));
        CHECK(text_of(run).find("before any function was called") != std::string::npos);
    }
}

TEST_CASE("hangs before main()") {
    SessionOptions options = options_for("hostile_hangs");
    options.limits.start_seconds = 0.4;
    Session session(options);
    Session::set_current(&session);
    const Run run = run_action(HostileAction::print_passed);
    CHECK(name_of(verdict_of(run)) == name_of(Verdict::timed_out));
}

TEST_CASE("serves calls itself, without computing anything") {
    Fixture fixture("hostile_serves_itself");
    const Run run = WORKBOOK_RUN(increment, in(numbers), out<int>(numbers.size()), numbers.size());
    CHECK(run.ended_well()); // that is all it can forge
    CHECK_FALSE(output_equals(1, incremented).match(run));
    CHECK_FALSE(run.was_written(1, 0));
}

TEST_CASE("hangs at exit: nothing waits for that") {
    Fixture fixture("hostile_hangs_at_exit");
    require_honest_call();
}

TEST_CASE("a program that cannot be started is the grader's error") {
    Fixture fixture("there_is_no_such_program");
    const Run run = run_action(HostileAction::print_passed);
    CHECK(name_of(verdict_of(run)) == name_of(Verdict::grader_error));
    CHECK(text_of(run).find("could not be started") != std::string::npos);
}

TEST_CASE("a reference is what another program answers") {
    Fixture fixture("hostile_serves_itself");
    const Run forged =
        WORKBOOK_RUN(increment, in(numbers), out<int>(numbers.size()), numbers.size());
    CHECK(forged.ended_well());
    set_reference(options_for("hostile_calls"));
    const Run reference =
        WORKBOOK_REFERENCE(increment, in(numbers), out<int>(numbers.size()), numbers.size());
    CHECK(reference.output<int>(1) == incremented);
    // Its process was ended, and is started anew.
    const Run again =
        WORKBOOK_RUN(increment, in(numbers), out<int>(numbers.size()), numbers.size());
    CHECK(again.ended_well());
    CHECK_FALSE(again.was_written(1, 0));
}

TEST_CASE("a reference program that does not answer fails the check") {
    Fixture fixture;
    for (const char* program : {"hostile_exits", "there_is_no_such_program"}) {
        set_reference(options_for(program));
        CHECK_THROWS_AS(
            WORKBOOK_REFERENCE(increment, in(numbers), out<int>(numbers.size()), numbers.size()),
            std::runtime_error);
    }
    require_honest_call();
}

TEST_CASE("what is printed is kept and counts for nothing") {
    Fixture fixture;
    const Run run = run_action(HostileAction::print_passed);
    CHECK(run.record().printed == "passed, 100 of 100 points.\n");
    CHECK_FALSE(output_equals(2, incremented).match(run));
    Findings::take();
}
