#include "harness/reporter.hpp"

#include "harness/describe.hpp"
#include "harness/profile_log.hpp"
#include "harness/promises.hpp"
#include "harness/random.hpp"
#include "harness/recording.hpp"
#include "harness/run.hpp"
#include "wire/result_file.hpp"

#include <catch2/catch_test_case_info.hpp>
#include <catch2/interfaces/catch_interfaces_config.hpp>
#include <catch2/reporters/catch_reporter_registrars.hpp>
#include <catch2/reporters/catch_reporter_streaming_base.hpp>

#include <algorithm>
#include <charconv>
#include <iostream>

namespace workbook {

Report& current_report() {
    static Report report;
    return report;
}

double weight_of_tags(const std::vector<std::string>& tags) {
    constexpr std::string_view prefix = "weight:";
    for (const std::string& tag : tags) {
        if (tag.compare(0, prefix.size(), prefix) != 0) continue;
        double weight = 0;
        const char* begin = tag.data() + prefix.size();
        const auto result = std::from_chars(begin, tag.data() + tag.size(), weight);
        return result.ec == std::errc() && result.ptr == tag.data() + tag.size() && weight >= 0
                   ? weight
                   : -1;
    }
    return 1;
}

namespace {

constexpr std::size_t most_messages_of_a_case = 3;

class Reporter final : public Catch::StreamingReporterBase {
  public:
    using StreamingReporterBase::StreamingReporterBase;
    static std::string getDescription() { return "The workbook's own report"; }

    void testCaseStarting(const Catch::TestCaseInfo& info) override {
        StreamingReporterBase::testCaseStarting(info);
        current_ = find_case(info.name);
        current_->ran = true;
        Findings::take();
    }

    // Called once for each way through a case's sections.
    void testCasePartialStarting(const Catch::TestCaseInfo& info, std::uint64_t part) override {
        StreamingReporterBase::testCasePartialStarting(info, part);
        random_source::begin_case(info.name);
        profile_log::begin_case(info.name, std::ranges::any_of(info.tags, [](const auto& tag) {
                                    return tag.original == "promise";
                                }));
    }

    void assertionStarting(const Catch::AssertionInfo& info) override {
        StreamingReporterBase::assertionStarting(info);
        // Left by a call outside of an assertion, run.output() of a call that crashed: kept for the
        // exception that follows.
        if (info.macroName != Catch::StringRef()) Findings::take();
    }

    void assertionEnded(const Catch::AssertionStats& stats) override {
        const Catch::AssertionResult& result = stats.assertionResult;
        std::vector<Finding> findings = Findings::take();
        if (result.getResultType() == Catch::ResultWas::ExplicitSkip) {
            current_->skipped = true;
            add({Verdict::skipped, std::string(result.getMessage())}, stats);
            return;
        }
        if (result.isOk()) return;
        keep_recording();
        current_->passed = false;
        failed_ = true;
        if (findings.empty()) findings.push_back(finding_of(result));
        for (Finding& finding : findings) add(std::move(finding), stats);
    }

    void testCaseEnded(const Catch::TestCaseStats& stats) override {
        current_->assertions = stats.totals.assertions.total();
        current_->passed = stats.totals.assertions.failed == 0 && !failed_ && !stats.aborting;
        current_->skipped |= stats.totals.assertions.skipped > 0;
        add_broken_promises(stats);
        promises::case_ended(current_->passed && !current_->skipped);
        failed_ = false;
        StreamingReporterBase::testCaseEnded(stats);
    }

  private:
    void add_broken_promises(const Catch::TestCaseStats& stats) {
        const std::vector<Finding> broken = promises::take_broken();
        if (broken.empty()) return;
        keep_recording();
        current_->passed = false;
        const Catch::SourceLineInfo& place = stats.testInfo->lineInfo;
        for (std::size_t i = 0; i < broken.size() && i < most_messages_of_a_case; ++i)
            current_report().messages.push_back(
                {current_->name, broken[i].verdict, broken[i].text, place.file, place.line});
    }

    CaseResult* find_case(const std::string& name) {
        auto& cases = current_report().cases;
        const auto found = std::find_if(cases.begin(), cases.end(), [&](const CaseResult& result) {
            return result.name == name;
        });
        if (found != cases.end()) return &*found;
        return &cases.emplace_back(CaseResult{.name = name});
    }

    // A plain CHECK, or an exception.
    static Finding finding_of(const Catch::AssertionResult& result) {
        switch (result.getResultType()) {
        case Catch::ResultWas::ThrewException:
        case Catch::ResultWas::FatalErrorCondition:
            return {Verdict::grader_error, "the check failed: " + std::string(result.getMessage())};
        case Catch::ResultWas::ExplicitFailure:
            return {Verdict::wrong_answer, std::string(result.getMessage())};
        default:
            break;
        }
        std::string text = result.getExpression() + " does not hold";
        if (result.hasExpandedExpression()) text += ": " + result.getExpandedExpression();
        return {Verdict::wrong_answer, text};
    }

    // Ten seconds are long for a student who waits, and each other case may take as long. So the
    // time-out is printed at once, in a line that the command line tool looks for
    // (cli/grading/grade_lessons.cpp).
    void tell_time_out(const Finding& finding) {
        if (finding.verdict != Verdict::timed_out || told_time_out_) return;
        told_time_out_ = true;
        const std::string first_line = finding.text.substr(0, finding.text.find('\n'));
        std::cout << wire::early_finding_mark << "timed out in \"" << current_->name
                  << "\": " << printable(first_line, 300) << std::endl;
    }

    // A cause is explained in full in the first case where it shows, and named once in each later
    // one.
    bool is_told(Finding& finding) const {
        if (finding.topic.empty()) return false;
        const auto tells = [&](const Announced& one) { return one.topic == finding.topic; };
        const auto first = std::ranges::find_if(announced_, tells);
        if (first == announced_.end()) return false;
        if (std::ranges::find(announced_, Announced{finding.topic, current_->name}) !=
            announced_.end())
            return true;
        finding.text = "again " + finding.topic + " (told in \"" + first->case_name + "\")";
        return false;
    }

    void add(Finding finding, const Catch::AssertionStats& stats) {
        tell_time_out(finding);
        if (is_told(finding)) {
            ++current_->omitted;
            return;
        }
        auto& messages = current_report().messages;
        const auto of_case =
            std::count_if(messages.begin(), messages.end(), [&](const Message& message) {
                return message.case_name == current_->name;
            });
        if (static_cast<std::size_t>(of_case) >= most_messages_of_a_case) {
            // It counts for the verdict all the same if it outranks what is kept.
            ++current_->omitted;
            const bool outranks =
                std::all_of(messages.begin(), messages.end(), [&](const Message& message) {
                    return finding.verdict < message.verdict;
                });
            if (!outranks) return;
            --current_->omitted;
        }
        announced_.push_back({finding.topic, current_->name});
        std::string text;
        for (const Catch::MessageInfo& info : stats.infoMessages)
            if (info.type == Catch::ResultWas::Info)
                text += (text.empty() ? "" : "; ") + info.message;
        if (!text.empty()) text += ":\n";
        text += finding.text;
        text = with_singulars(std::move(text));
        const Catch::SourceLineInfo place = stats.assertionResult.getSourceInfo();
        messages.push_back(
            {current_->name, finding.verdict, std::move(text), place.file, place.line});
    }

    struct Announced {
        std::string topic, case_name;
        bool operator==(const Announced&) const = default;
    };
    std::vector<Announced> announced_;
    CaseResult* current_ = nullptr;
    bool failed_ = false;
    bool told_time_out_ = false;
};

CATCH_REGISTER_REPORTER("workbook", Reporter)

} // namespace
} // namespace workbook
