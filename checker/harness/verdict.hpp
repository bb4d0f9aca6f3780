// Verdicts, and findings: the sentences that lead to one.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace workbook {

// In the order in which they outrank each other: a lesson's verdict is the first of its findings'.
enum class Verdict : std::uint8_t {
    grader_error,
    does_not_compile,
    not_started,
    forbidden,
    too_much_output,
    out_of_memory,
    crashed,
    exited,
    timed_out,
    needs_gpu,
    fault,
    wrong_answer,
    requirement,
    too_much_traffic,
    skipped,
    passed,
};

std::string_view name_of(Verdict verdict);     // "wrong_answer", as in result files
std::string_view title_of(Verdict verdict);    // "wrong answer", for a person
std::string_view sentence_of(Verdict verdict); // what it means, for the student
std::span<const Verdict> all_verdicts();

// The verdict that outranks the other.
Verdict worse(Verdict a, Verdict b);

struct Finding {
    Verdict verdict = Verdict::passed;
    std::string text; // several lines possible, no line break at the end
    // What findings of one cause have in common, each of which tells all of it; "": it has none.
    std::string topic = {};
};

// Whether only values, crashes and time-outs count, and not how a value was computed.
void count_values_only(bool only);
// Whether a finding with that verdict counts.
bool counts(Verdict verdict);

// Where matchers leave what they found while an assertion is being evaluated; the reporter collects
// it when the assertion has failed. There is one per check program.
class Findings {
  public:
    static void add(Finding finding);
    static std::vector<Finding> take();
};

} // namespace workbook
