#include "cli/expect.hpp"

#include <fmt/core.h>

#include <regex>
#include <sstream>

namespace workbook::cli {
namespace {

constexpr std::size_t most_searched = 2000; // regular expressions go deep

// The text behind "// Key: ", or nothing.
std::optional<std::string> value_of(const std::string& line, const std::string& key) {
    const std::string start = "// " + key + ": ";
    if (!line.starts_with(start)) return std::nullopt;
    return line.substr(start.size());
}

} // namespace

Expectation read_expectation(const std::string& source_text, const std::string& name) {
    Expectation expectation;
    bool described = false;
    std::istringstream stream(source_text);
    for (std::string line; std::getline(stream, line) && line.starts_with("//");) {
        if (value_of(line, "Mistake")) described = true;
        if (const auto verdict = value_of(line, "Verdict")) expectation.verdict = *verdict;
        if (const auto message = value_of(line, "Message"))
            expectation.messages.push_back(*message);
        if (const auto only = value_of(line, "Only")) expectation.only_virtual = *only == "virtual";
    }
    if (!described || expectation.verdict.empty() || expectation.messages.empty()) {
        throw UserError(
            fmt::format("{} must begin with the lines \"// Mistake: ...\", \"// Verdict: "
                        "...\" and at least one \"// Message: ...\".",
                        name));
    }
    if (expectation.verdict == passed) {
        throw UserError(name + " expects to pass: then it is no mistake.");
    }
    return expectation;
}

std::string without_namespaces(std::string text, const std::string& namespaces) {
    std::istringstream lines(namespaces);
    for (std::string name; std::getline(lines, name);) {
        const std::string prefix = name + "::";
        for (std::size_t at = 0; (at = text.find(prefix, at)) != std::string::npos;)
            text.erase(at, prefix.size());
    }
    return text;
}

std::vector<std::string> unmet(const Expectation& expectation, const Result& result,
                               const std::string& output) {
    std::vector<std::string> reasons;
    if (!expectation.verdict.empty() && result.verdict != expectation.verdict) {
        reasons.push_back(
            fmt::format("the verdict is {}, not {}", result.verdict, expectation.verdict));
    }
    if (result.verdict == expectation.not_verdict) {
        reasons.push_back(fmt::format("the verdict is {}", result.verdict));
    }
    if (result.verdict == grader_error) reasons.push_back("the checker itself failed");
    if (expectation.verdict == passed && result.points != result.max_points) {
        reasons.push_back(
            fmt::format("it passed with {} of {} points", result.points, result.max_points));
    }
    if (expectation.no_points && result.points > 0) {
        reasons.push_back(fmt::format("it earned {} of {} points: a case passes", result.points,
                                      result.max_points));
    }
    // "the 3rd argument", "argument 3": the reader would have to count.
    static const std::regex counted(R"(\b\d+(st|nd|rd|th) argument\b|\barguments? #?\d)");
    for (const auto& message : result.messages)
        if (std::regex_search(message.text.substr(0, most_searched), counted) ||
            message.text.find("an argument of ") != std::string::npos)
            reasons.push_back(fmt::format("a message does not name an argument, but counts: \"{}\"",
                                          message.text.substr(0, message.text.find('\n'))));
    std::string said = output;
    for (const auto& message : result.messages) said += "\n" + message.text;
    for (const auto& text : expectation.messages) {
        if (said.find(text) == std::string::npos) {
            reasons.push_back(fmt::format("nothing says \"{}\"", text));
        }
    }
    return reasons;
}

} // namespace workbook::cli
