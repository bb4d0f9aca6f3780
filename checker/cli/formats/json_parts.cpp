#include "cli/formats/json_parts.hpp"

#include "cli/formats/grade_fields.hpp"
#include "cli/formats/words.hpp"
#include "wire/points.hpp"

#include <cmath>

namespace workbook::cli {
namespace {

// Not every number that a double can be is a number of JSON.
Json rounded_json(double value, double steps) {
    const double rounded = std::isfinite(value) ? std::round(value * steps) / steps : 0;
    return wire::whole_or_fraction<Json>(rounded);
}

} // namespace

Json points_json(double points) { return rounded_json(points, 1e4); }

Json seconds_json(double seconds) { return rounded_json(seconds, 1e3); }

Json device_json(const std::string& device) {
    return {{grade_field::kind, device_kind(device)}, {grade_field::name, device}};
}

std::string dump(const Json& json) {
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace workbook::cli
