// The outcome of a check program: cases, messages, the verdict; as text and as a result file.
#pragma once

#include "harness/verdict.hpp"

#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

namespace workbook {

struct Message {
    std::string case_name;
    Verdict verdict = Verdict::passed;
    std::string text;
    std::string file; // of the check
    std::size_t line = 0;
};

struct CaseResult {
    std::string name;
    double weight = 1;
    bool ran = false;
    bool passed = false;
    bool skipped = false;
    std::size_t assertions = 0;
    std::size_t omitted = 0; // messages beyond those that are kept
};

struct Report {
    std::string lesson;
    std::string tree;   // "exercises" or "solutions"
    std::string device; // "virtual GPU", or the GPU's name
    std::uint64_t seed = 0;
    double max_points = 0;
    std::vector<CaseResult> cases; // all that the program has, run or not
    std::vector<Message> messages;
    std::vector<std::string> notes;
    std::vector<std::string> gained; // a heading and lines (gain.hpp); of a pass, where asked for
    std::string printed;             // by the learner's code
    bool started = true;   // false: the learner program was to be started, and never got to a call
    bool in_doubt = false; // the machine may be to blame for how a call ended
    double waited = 0;     // seconds in which programs got no processor

    Verdict verdict = Verdict::grader_error;
    double points = 0;
};

// Sets verdict and points from the rest. Passed is what is left when every case has run, checked
// something, and passed; the message that decides comes first. `untouched`: nothing was done yet,
// so that a failure means "not started".
void decide(Report& report, bool untouched);

std::string to_json(const Report& report);
// What stands in the place of a report while the cases run.
std::string waiting_to_json(double waited);

// The first line, loud: which tree, on what.
void print_heading(std::ostream& out, const Report& report, bool colour);
void print_outcome(std::ostream& out, const Report& report, bool colour);

} // namespace workbook
