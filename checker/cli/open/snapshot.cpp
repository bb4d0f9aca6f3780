#include "cli/open/snapshot.hpp"

#include "cli/watch/frame.hpp"
#include "cli/watch/screen.hpp"

#include <nlohmann/json.hpp>

#include <limits>

namespace workbook::cli::open {
namespace {

using watch::Model;
using watch::Work;

// The page breaks the lines: it knows how wide it is.
constexpr TextStyle style{false, 10000};

std::string report(const Model& model) {
    if (model.work != Work::none) return model.so_far;
    if (!model.result) return model.trouble;
    return watch::result_text(model, std::numeric_limits<std::size_t>::max(), style);
}

// For the colour; the words say it, too.
const char* kind_of(const Model& model) {
    if (model.work != Work::none) return "busy";
    if (!model.result) return "none";
    if (model.has_passed()) return "passed";
    const auto& verdict = model.result->verdict;
    return verdict == not_started || verdict == skipped ? "skipped"
           : verdict == grader_error                    ? "error"
                                                        : "failed";
}

} // namespace

std::string snapshot(const Model& model, const MadeProfile& profile) {
    const auto next = next_lesson(model);
    const bool shows_solution = model.has_passed() && model.has_solution;
    nlohmann::ordered_json json;
    json["lesson"] = model.current().name;
    json["status"] = watch::status_text(model);
    json["kind"] = kind_of(model);
    json["report"] = report(model);
    json["notice"] = model.notice;
    json["progress"] = watch::progress_line(model);
    json["passed"] = model.passed;
    json["hints_shown"] = model.hints_shown;
    json["can_stop"] = model.work == Work::checking_all || model.work == Work::profiling;
    json["can_profile"] = model.has_profile;
    json["solution_of"] = shows_solution ? model.current().name : "";
    json["next"] = next ? model.course->lessons[*next].name : "";
    json["picture"] = {{"number", model.drawn}, {"is_drawing", model.is_drawing}};
    json["profile"] = {{"number", profile.number},
                       {"lesson", profile.lesson},
                       {"said", profile.said},
                       {"has_page", profile.has_page}};
    return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

} // namespace workbook::cli::open
