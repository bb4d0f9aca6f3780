// A lesson's verdict as the tool reports it, and the file by which a check program hands it over.
#pragma once

#include "cli/course.hpp"
#include "wire/verdicts.hpp"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace workbook::cli {

// One thing to tell the student. `line` is 0 where there is none to point at.
struct Message {
    std::string test_case;
    std::string verdict;
    std::string text;
    std::string file;
    int line = 0;
    bool hidden = false; // said by a hidden checker
};

// Verdicts are names that the check programs choose (wire/verdicts.def); the tool itself gives only
// these.
inline constexpr const char* passed = words_of(wire::Verdict::passed).name;
inline constexpr const char* not_started = words_of(wire::Verdict::not_started).name;
inline constexpr const char* skipped = words_of(wire::Verdict::skipped).name; // no GPU, mostly
inline constexpr const char* does_not_compile = words_of(wire::Verdict::does_not_compile).name;
// The whole check passed its limit; check programs report calls that do.
inline constexpr const char* timed_out = words_of(wire::Verdict::timed_out).name;
// No verdict: the workbook's own fault.
inline constexpr const char* grader_error = words_of(wire::Verdict::grader_error).name;

struct CheckedCase {
    std::string name;
    double weight = 1;
    bool passed = false;
};

struct Result {
    std::string lesson;
    std::string verdict;
    double points = 0;
    double max_points = 0;
    std::string device;    // what it ran on; empty if it did not run
    bool started = true;   // false: the checker got the learner program to serve no call at all
    bool in_doubt = false; // the machine may be to blame for how a program or a compiler ended
    double waited = 0;     // seconds in which programs got no processor
    std::string tree;
    std::uint64_t seed = 0;
    std::vector<Message> messages;
    std::vector<std::string> notes;  // of the checker, on what it could not look at
    std::vector<std::string> gained; // a heading and lines, where the check was asked for them
    std::vector<CheckedCase> cases;  // all that the checker has; empty if it did not run
    std::string printed;             // by the student's code
    std::string remark{};            // a sentence on why points are missing, besides which cases
};

// What a check program wrote, entered into `result`; nothing if the text is no result.
// {"verdict": "...", "messages": [{"case", "verdict", "text", "file", "line"}],
//  and optionally "points": 1.5, "device": "...", "started": false, "in_doubt": true, "waited":
//  0.1, "notes": ["..."], "gained": ["..."], "output": "...", "cases": [{"name", "weight",
//  "passed"}]}
std::optional<Result> read_result(const std::string& text, Result result);
// The seconds of `waited` in that text, also where it is no result yet; 0 if they are not told.
double waited_in(const std::string& text);

// The fields in the order in which one reads them; whole points without a fraction.
nlohmann::ordered_json to_json(const Result& result);

// "wrong_answer" -> "wrong answer"; a name that is no verdict of a check: with spaces
std::string spoken(const std::string& verdict);

// Without a trailing ".0": 2, 1.5
std::string spoken(double points);

} // namespace workbook::cli
