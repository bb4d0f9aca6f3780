#include "cli/result.hpp"

#include "wire/points.hpp"
#include "wire/result_file.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace workbook::cli {
namespace {

namespace in_file = wire::result_field;

// A value that may be missing or null.
template <class Value>
Value value_or(const nlohmann::json& object, const char* key, Value otherwise) {
    const auto found = object.find(key);
    return found == object.end() || found->is_null() ? otherwise : found->get<Value>();
}

} // namespace

std::optional<Result> read_result(const std::string& text, Result result) {
    try {
        const auto json = nlohmann::json::parse(text);
        json.at(in_file::verdict).get_to(result.verdict);
        const double full = result.verdict == passed ? result.max_points : 0.0;
        result.points = std::clamp(value_or(json, in_file::points, full), 0.0, result.max_points);
        result.device = value_or(json, in_file::device, result.device);
        result.started = value_or(json, in_file::started, true);
        result.in_doubt = value_or(json, in_file::in_doubt, false);
        result.waited = value_or(json, in_file::waited, 0.0);
        result.notes = value_or(json, in_file::notes, result.notes);
        result.gained = value_or(json, in_file::gained, result.gained);
        result.printed = value_or(json, in_file::output, result.printed);
        for (const auto& row : value_or(json, in_file::cases, nlohmann::json::array()))
            result.cases.push_back(
                {row.at(in_file::name), row.at(in_file::weight), row.at(in_file::passed)});
        for (const auto& row : json.at(in_file::messages)) {
            Message message;
            message.test_case = value_or<std::string>(row, in_file::case_of_message, "");
            message.verdict = value_or<std::string>(row, in_file::verdict, result.verdict);
            row.at(in_file::text).get_to(message.text);
            message.file = value_or<std::string>(row, in_file::file, "");
            message.line = value_or(row, in_file::line, 0);
            result.messages.push_back(std::move(message));
        }
        return result;
    } catch (const nlohmann::json::exception&) {
        return std::nullopt;
    }
}

double waited_in(const std::string& text) {
    try {
        return value_or(nlohmann::json::parse(text), in_file::waited, 0.0);
    } catch (const nlohmann::json::exception&) {
        return 0;
    }
}

nlohmann::ordered_json to_json(const Result& result) {
    using Written = nlohmann::ordered_json;
    auto messages = Written::array();
    for (const auto& message : result.messages) {
        messages.push_back({{in_file::case_of_message, message.test_case},
                            {in_file::verdict, message.verdict},
                            {in_file::text, message.text},
                            {in_file::file, message.file},
                            {in_file::line, message.line}});
    }
    return {{in_file::lesson, result.lesson},
            {in_file::verdict, result.verdict},
            {in_file::points, wire::whole_or_fraction<Written>(result.points)},
            {in_file::max_points, wire::whole_or_fraction<Written>(result.max_points)},
            {in_file::device, result.device},
            {in_file::tree, result.tree},
            {in_file::seed, result.seed},
            {in_file::messages, std::move(messages)}};
}

std::string spoken(const std::string& verdict) {
    if (const auto* words = wire::find_verdict(verdict)) return words->title;
    std::string words = verdict;
    std::ranges::replace(words, '_', ' ');
    return words;
}

std::string spoken(double points) { return wire::points_text(points); }

} // namespace workbook::cli
