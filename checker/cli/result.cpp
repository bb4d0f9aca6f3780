#include "cli/result.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace workbook::cli {
namespace {

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
        json.at("verdict").get_to(result.verdict);
        const double full = result.verdict == passed ? result.max_points : 0.0;
        result.points = std::clamp(value_or(json, "points", full), 0.0, result.max_points);
        result.device = value_or(json, "device", result.device);
        result.started = value_or(json, "started", true);
        result.notes = value_or(json, "notes", result.notes);
        result.gained = value_or(json, "gained", result.gained);
        result.printed = value_or(json, "output", result.printed);
        for (const auto& row : value_or(json, "cases", nlohmann::json::array()))
            result.cases.push_back({row.at("name"), row.at("weight"), row.at("passed")});
        for (const auto& row : json.at("messages")) {
            Message message;
            message.test_case = value_or<std::string>(row, "case", "");
            message.verdict = value_or<std::string>(row, "verdict", result.verdict);
            row.at("text").get_to(message.text);
            message.file = value_or<std::string>(row, "file", "");
            message.line = value_or(row, "line", 0);
            result.messages.push_back(std::move(message));
        }
        return result;
    } catch (const nlohmann::json::exception&) {
        return std::nullopt;
    }
}

nlohmann::ordered_json to_json(const Result& result) {
    using Written = nlohmann::ordered_json;
    auto messages = Written::array();
    for (const auto& message : result.messages) {
        messages.push_back({{"case", message.test_case},
                            {"verdict", message.verdict},
                            {"text", message.text},
                            {"file", message.file},
                            {"line", message.line}});
    }
    const auto number = [](double points) {
        return points == std::floor(points) ? Written(static_cast<int>(points)) : Written(points);
    };
    return {{"lesson", result.lesson},
            {"verdict", result.verdict},
            {"points", number(result.points)},
            {"max_points", number(result.max_points)},
            {"device", result.device},
            {"tree", result.tree},
            {"seed", result.seed},
            {"messages", std::move(messages)}};
}

std::string spoken(const std::string& verdict) {
    if (const auto* words = wire::find_verdict(verdict)) return words->title;
    std::string words = verdict;
    std::ranges::replace(words, '_', ' ');
    return words;
}

std::string spoken(double points) { return fmt::format("{:.4g}", points); }

} // namespace workbook::cli
