#include "harness/verdict.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace workbook {
namespace {

struct Row {
    Verdict verdict;
    std::string_view name;
    std::string_view title;
    std::string_view sentence;
};

constexpr std::array table{
    Row{Verdict::grader_error, "grader_error", "grader error",
        "The check itself failed; that is not your mistake. Please report it."},
    Row{Verdict::does_not_compile, "does_not_compile", "does not compile",
        "The compiler refused your code; its first error is the one to look at."},
    Row{Verdict::not_started, "not_started", "not started",
        "Nothing is written here yet: fill in the TODOs."},
    Row{Verdict::forbidden, "forbidden", "forbidden",
        "Your code tried to start another process, or to signal or inspect one; it is not allowed "
        "to."},
    Row{Verdict::too_much_output, "too_much_output", "printed too much",
        "Your code printed, or called the CUDA runtime, without end and was stopped."},
    Row{Verdict::out_of_memory, "out_of_memory", "out of memory",
        "Your code took more memory than a lesson needs and was stopped."},
    Row{Verdict::crashed, "crashed", "crashed", "Your host code crashed."},
    Row{Verdict::exited, "exited", "exited",
        "Your code ended the whole program in place of returning from the function."},
    Row{Verdict::timed_out, "timed_out", "timed out",
        "Your code did not return in time: look for a loop that never ends."},
    Row{Verdict::needs_gpu, "needs_gpu", "needs a GPU",
        "Your code uses what the virtual GPU does not have yet, so nothing is known about it. A "
        "real GPU "
        "can tell: WORKBOOK_DEVICE=gpu."},
    Row{Verdict::fault, "fault", "fault",
        "Your code broke a rule of CUDA, whether or not the values came out right."},
    Row{Verdict::wrong_answer, "wrong_answer", "wrong answer",
        "Your code ran to its end, but its results are wrong."},
    Row{Verdict::requirement, "requirement", "requirement not met",
        "The values are right, but not computed in the way that the lesson asks for."},
    Row{Verdict::too_much_traffic, "too_much_traffic", "too much traffic",
        "The values are right, but the memory accesses are more than the lesson allows."},
    Row{Verdict::skipped, "skipped", "skipped", "Not everything was run, so nothing is decided."},
    Row{Verdict::passed, "passed", "passed", "Every check has run and passed."},
};

constexpr bool in_order() {
    for (std::size_t i = 0; i < table.size(); ++i)
        if (static_cast<std::size_t>(table[i].verdict) != i) return false;
    return table.size() == static_cast<std::size_t>(Verdict::passed) + 1;
}
static_assert(in_order(), "one row a verdict, in the order of the enumeration");

const Row& row_of(Verdict verdict) { return table[static_cast<std::size_t>(verdict)]; }

bool only_values_count = false;

std::vector<Finding>& pending() {
    static std::vector<Finding> findings;
    return findings;
}

} // namespace

std::string_view name_of(Verdict verdict) { return row_of(verdict).name; }
std::string_view title_of(Verdict verdict) { return row_of(verdict).title; }
std::string_view sentence_of(Verdict verdict) { return row_of(verdict).sentence; }

std::span<const Verdict> all_verdicts() {
    static const auto verdicts = [] {
        std::array<Verdict, table.size()> all{};
        std::transform(table.begin(), table.end(), all.begin(),
                       [](const Row& row) { return row.verdict; });
        return all;
    }();
    return verdicts;
}

Verdict worse(Verdict a, Verdict b) { return std::min(a, b); }

void count_values_only(bool only) { only_values_count = only; }
bool counts(Verdict verdict) {
    return !only_values_count ||
           (verdict != Verdict::requirement && verdict != Verdict::too_much_traffic);
}

void Findings::add(Finding finding) { pending().push_back(std::move(finding)); }

std::vector<Finding> Findings::take() { return std::exchange(pending(), {}); }

} // namespace workbook
