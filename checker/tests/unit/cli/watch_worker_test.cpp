// Tests of cli/watch/worker.hpp.
#include "cli/watch/worker.hpp"

#include "cli/process.hpp"

#include <catch2/catch_test_macros.hpp>

#include <poll.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <stdexcept>

using namespace workbook::cli;
using workbook::cli::watch::Worker;

namespace {

// All that the job tells until it has ended.
std::vector<std::string> all_of(Worker& worker) {
    std::vector<std::string> texts;
    while (worker.is_running()) {
        pollfd wanted{worker.descriptor(), POLLIN, 0};
        poll(&wanted, 1, -1);
        for (auto& text : worker.take()) texts.push_back(std::move(text));
    }
    return texts;
}

bool has_children() {
    std::ifstream stream("/proc/thread-self/children");
    pid_t child = 0;
    return static_cast<bool>(stream >> child);
}

} // namespace

TEST_CASE("a worker tells texts of any size") {
    Worker worker;
    const std::string large(3'000'000, 'x');
    worker.start([&](const Worker::Tell& tell) {
        tell("");
        tell(large);
        tell("end\n");
    });
    CHECK(all_of(worker) == std::vector<std::string>{"", large, "end\n"});
    CHECK(worker.trouble().empty());
    worker.start([](const Worker::Tell& tell) { tell("again"); });
    CHECK(all_of(worker) == std::vector<std::string>{"again"});
}

TEST_CASE("the end of one worker leaves another alone") {
    Worker slow, quick;
    slow.start([](const Worker::Tell& tell) {
        run_process({"sleep", "0.5"});
        tell("slow");
    });
    quick.start([](const Worker::Tell& tell) { tell("quick"); });
    CHECK(all_of(quick) == std::vector<std::string>{"quick"});
    CHECK(all_of(slow) == std::vector<std::string>{"slow"});
    CHECK(slow.trouble().empty());
}

TEST_CASE("a worker that fails says how") {
    Worker worker;
    worker.start([](const Worker::Tell&) { throw std::runtime_error("no room"); });
    CHECK(all_of(worker).empty());
    CHECK(worker.trouble() == "no room");
    worker.start([](const Worker::Tell&) { raise(SIGKILL); });
    CHECK(all_of(worker).empty());
    CHECK(worker.trouble().find("signal 9") != std::string::npos);
}

TEST_CASE("a worker is stopped with all that it has started, wherever that has gone") {
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    Worker worker;
    worker.start([](const Worker::Tell& tell) {
        tell("begins");
        run_process({"sh", "-c", "setsid sh -c 'trap \"\" HUP; sleep 1000' & sleep 1000"});
    });
    pollfd wanted{worker.descriptor(), POLLIN, 0};
    poll(&wanted, 1, -1);
    worker.stop();
    CHECK_FALSE(worker.is_running());
    CHECK_FALSE(has_children());
    worker.stop(); // nothing to stop
    prctl(PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0);
}
