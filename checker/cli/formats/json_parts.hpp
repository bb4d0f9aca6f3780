// What the formats that are JSON share.
#pragma once

#include <nlohmann/json.hpp>

#include <string>

namespace workbook::cli {

using Json = nlohmann::ordered_json;

// The name and version of our own format.
inline constexpr const char* grade_schema = "workbook/grade/v1";

// Whole points without a fraction, others with at most four digits of it.
Json points_json(double points);
// Whole milliseconds.
Json seconds_json(double seconds);
// {"kind": "virtual", "name": "virtual GPU"}
Json device_json(const std::string& device);

std::string dump(const Json& json);

} // namespace workbook::cli
