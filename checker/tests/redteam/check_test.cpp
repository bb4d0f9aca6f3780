// The result of a whole check program: nothing but all cases passing gives "passed" and exit code
// 0.
#include "hostile.hpp"

#include <catch2/catch_test_macros.hpp>
#include <nlohmann/json.hpp>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

struct Outcome {
    int exit_code = -1;
    nlohmann::json result;
    std::string text;
};

std::string read_file(const std::filesystem::path& path) {
    std::ifstream file(path);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

Outcome run_check(int action, const std::string& more = "", const std::string& before = "") {
    const auto folder = std::filesystem::temp_directory_path() /
                        ("workbook_check_test_" + std::to_string(getpid()));
    std::filesystem::create_directories(folder);
    const std::string result = folder / "result.json", text = folder / "text";
    const std::string bin = WORKBOOK_REDTEAM_FOLDER;
    const std::string command = "WORKBOOK_REDTEAM_ACTION=" + std::to_string(action) + " " + before +
                                bin + "/redteam_lesson_check --learner " + bin +
                                "/hostile_calls --lesson 00_redteam --points 4 --device virtual "
                                "--vgpu-lib " WORKBOOK_VGPU_DIR " "
                                "--time-scale 0.2 --seed 7 " +
                                more + " --result " + result + " > " + text + " 2>&1";
    const int status = std::system(command.c_str());
    Outcome outcome;
    outcome.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    outcome.result = nlohmann::json::parse(read_file(result), nullptr, false);
    outcome.text = read_file(text);
    std::filesystem::remove_all(folder);
    return outcome;
}

} // namespace

TEST_CASE("honest: passed") {
    const Outcome outcome = run_check(-1);
    INFO(outcome.text);
    CHECK(outcome.exit_code == 0);
    CHECK(outcome.result["lesson"] == "00_redteam");
    CHECK(outcome.result["verdict"] == "passed");
    CHECK(outcome.result["points"] == 4);
    CHECK(outcome.result["max_points"] == 4);
    CHECK(outcome.result["seed"] == 7);
    CHECK(outcome.result["tree"] == "exercises");
    CHECK(outcome.result["device"] == "virtual GPU");
    CHECK(outcome.result["messages"].empty());
    CHECK(outcome.text.find("EXERCISES tree") != std::string::npos);
    CHECK(outcome.text.find("seed 7") != std::string::npos);
}

TEST_CASE("a forged result file and forged words do not help") {
    const Outcome outcome = run_check(static_cast<int>(HostileAction::forge_result_file));
    INFO(outcome.text);
    CHECK(outcome.exit_code == 1);
    CHECK(outcome.result["verdict"] == "wrong_answer");
    CHECK(outcome.result["points"] == 1); // of the honest part
    CHECK(outcome.result["messages"][0]["case"] == "part under attack");
    CHECK(outcome.result["messages"][0]["line"].get<int>() > 0);
    CHECK(outcome.result["cases"][0]["passed"] == true);
    CHECK(outcome.result["cases"][1]["passed"] == false);
}

TEST_CASE("exit(0) and attacks on the checker") {
    CHECK(run_check(static_cast<int>(HostileAction::exit_zero)).result["verdict"] == "exited");
    CHECK(run_check(static_cast<int>(HostileAction::kill_parent)).result["verdict"] == "forbidden");
    CHECK(run_check(static_cast<int>(HostileAction::loop)).result["verdict"] == "timed_out");
}

TEST_CASE("a caller that ignores the end of children changes nothing") {
    const std::string ignoring = "timeout 60 env --ignore-signal=CHLD ";
    CHECK(run_check(-1, "", ignoring).result["verdict"] == "passed");
    CHECK(run_check(static_cast<int>(HostileAction::exit_zero), "", ignoring).result["verdict"] ==
          "exited");
}

TEST_CASE("the seed is not to be had from the command line") {
    const Outcome outcome = run_check(static_cast<int>(HostileAction::show_command_lines));
    INFO(outcome.text);
    const std::string parent = "my parent: ";
    const std::size_t at = outcome.text.find(parent);
    REQUIRE(at != std::string::npos);
    const std::string words = outcome.text.substr(at, outcome.text.find('\n', at) - at);
    CHECK(words.find("redteam_lesson_check") != std::string::npos);
    CHECK(words.find("--") == std::string::npos);
}

TEST_CASE("confined, as well as not") {
    const std::string program = std::string(WORKBOOK_REDTEAM_FOLDER) + "/redteam_lesson_check";
    if (std::system((program + " --can-confine").c_str()) != 0)
        SKIP("learner programs cannot be confined here");
    // Folders may be named twice; files of ours may be unreadable for others.
    setenv("LD_LIBRARY_PATH", "/lib64:/lib64:/usr/lib:/lib", 1);
    const mode_t mask = umask(077);
    const Outcome honest = run_check(-1, "--confine");
    umask(mask);
    unsetenv("LD_LIBRARY_PATH");
    INFO(honest.text);
    CHECK(honest.exit_code == 0);
    const Outcome opened =
        run_check(static_cast<int>(HostileAction::show_command_lines), "--confine");
    INFO(opened.text);
    CHECK(opened.text.find("my parent: \n") != std::string::npos);
    CHECK(opened.text.find("lesson_check") == std::string::npos);
}

TEST_CASE("a checker has a limit on its memory") {
    const Outcome outcome = run_check(-2);
    CHECK(outcome.result["verdict"] == "grader_error");
    CHECK(outcome.text.find("bad_alloc") != std::string::npos);
}

TEST_CASE("the checker's memory stays shut") {
    const Outcome outcome = run_check(static_cast<int>(HostileAction::open_parent_memory));
    CHECK(outcome.text.find("memory is open") == std::string::npos);
}

TEST_CASE("not all cases run: skipped, never passed") {
    const Outcome outcome = run_check(-1, "'honest part'");
    CHECK(outcome.exit_code == 1);
    CHECK(outcome.result["verdict"] == "skipped");
    CHECK(outcome.result["points"] == 0);
    CHECK(run_check(-1, "'no such case'").exit_code == 1);
}

TEST_CASE("an untouched stub is not started") {
    const Outcome outcome =
        run_check(static_cast<int>(HostileAction::forge_result_file), "--untouched");
    CHECK(outcome.result["verdict"] == "not_started");
    CHECK(outcome.result["points"] == 0);
}

TEST_CASE("a call that went wrong can be made again without a checker") {
    const auto file =
        std::filesystem::temp_directory_path() / ("workbook_call_" + std::to_string(getpid()));
    run_check(static_cast<int>(HostileAction::exit_three), "--record " + file.string());
    REQUIRE(std::filesystem::exists(file));
    const std::string program = std::string(WORKBOOK_REDTEAM_FOLDER) + "/hostile_calls";
    const auto exit_code = [&](const std::string& arguments) {
        return WEXITSTATUS(std::system((program + arguments + " > /dev/null 2>&1").c_str()));
    };
    CHECK(exit_code(" --replay " + file.string()) == 3); // the action itself
    std::ofstream(file, std::ios::trunc) << "WBCALL01 nonsense";
    CHECK(exit_code(" --replay " + file.string()) == 2);
    CHECK(exit_code(" --replay /nonexistent") == 2);
    CHECK(exit_code("") == 2);
    std::filesystem::remove(file);
}

TEST_CASE("bad options are refused") {
    CHECK(run_check(-1, "--seed many").exit_code == 2);
    CHECK(run_check(-1, "--device toaster").exit_code == 2);
    CHECK(run_check(-1, "--tree apples").exit_code == 2);
    const Outcome outcome = run_check(-1, "--learner /nonexistent/learner");
    CHECK(outcome.exit_code == 2);
    CHECK(outcome.result["verdict"] == "grader_error");
}
