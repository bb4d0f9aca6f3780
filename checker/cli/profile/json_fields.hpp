// Fields of a trace that a program may have written: what is absent, or of another type, is empty
// or 0.
#pragma once

#include <nlohmann/json.hpp>

#include <cstdint>
#include <string>

namespace workbook::cli {

inline std::string profile_text(const nlohmann::json& object, const char* key) {
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

inline std::uint64_t profile_count(const nlohmann::json& object, const char* key) {
    const auto found = object.find(key);
    return found != object.end() && found->is_number_unsigned() ? found->get<std::uint64_t>() : 0;
}

} // namespace workbook::cli
