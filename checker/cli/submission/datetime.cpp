// Dates and times of a submission: in the form that reports have, and in UTC.
#include "cli/submission/grade_submission.hpp"

#include <fmt/chrono.h>
#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <string_view>

namespace workbook::cli {
namespace {

std::string written(std::chrono::sys_seconds moment) {
    return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}",
                       fmt::gmtime(std::chrono::system_clock::to_time_t(moment)));
}

// sscanf() takes signs and blanks for parts of a number.
bool has_shape(const std::string& text) {
    constexpr std::string_view zulu = "0000-00-00T00:00:00Z", offset = "0000-00-00T00:00:00+00:00";
    std::string shape = text;
    for (char& c : shape)
        if (c >= '0' && c <= '9') c = '0';
    std::ranges::replace(shape.begin() + std::ptrdiff_t(std::min<std::size_t>(shape.size(), 19)),
                         shape.end(), '-', '+');
    return shape == zulu || shape == offset;
}

} // namespace

std::string utc_now() {
    return written(std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now()));
}

std::string utc_datetime(const std::string& text) {
    using namespace std::chrono;
    int y = 0, mo = 0, d = 0, h = 0, mi = 0, s = 0, oh = 0, om = 0, end = 0;
    char zone = 0;
    const int fields = std::sscanf(text.c_str(), "%4d-%2d-%2dT%2d:%2d:%2d%c%n", &y, &mo, &d, &h,
                                   &mi, &s, &zone, &end);
    bool good = fields == 7 && has_shape(text) && static_cast<std::size_t>(end) <= text.size();
    const std::string rest = good ? text.substr(static_cast<std::size_t>(end)) : "";
    if (good && zone == 'Z') good = rest.empty();
    if (good && zone != 'Z')
        good = (zone == '+' || zone == '-') && rest.size() == 5 &&
               std::sscanf(rest.c_str(), "%2d:%2d", &oh, &om) == 2;
    const year_month_day date{year(y), month(static_cast<unsigned>(mo)),
                              day(static_cast<unsigned>(d))};
    if (!good || !date.ok() || h > 23 || mi > 59 || s > 60 || oh > 23 || om > 59)
        throw UserError(fmt::format("--datetime {}: expected a date and time such as "
                                    "2026-11-22T04:00:00Z or 2026-11-22T05:00:00+01:00.",
                                    text));
    const auto offset = (hours(oh) + minutes(om)) * (zone == '-' ? -1 : 1);
    return written(sys_days(date) + hours(h) + minutes(mi) + seconds(s) - offset);
}

} // namespace workbook::cli
