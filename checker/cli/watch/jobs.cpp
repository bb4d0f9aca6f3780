#include "cli/watch/jobs.hpp"

#include "cli/build.hpp"
#include "cli/machine.hpp"
#include "cli/process.hpp"
#include "wire/result_file.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace workbook::cli::watch {

namespace in_file = wire::result_field;

namespace {

std::string building_text(const std::string& done) {
    return "What checks the lesson is built, once: " + done;
}

} // namespace

Worker::Job check_job(const Course& course, std::vector<const Lesson*> lessons,
                      const GradeOptions& options) {
    return [&course, lessons = std::move(lessons), options](const Worker::Tell& tell) {
        GradeOptions grading = options;
        grading.on_early_finding = tell;
        grading.on_build_progress = [&](const std::string& done) { tell(building_text(done)); };
        const std::size_t at_once = processor_count();
        for (std::size_t first = 0; first < lessons.size(); first += at_once) {
            const auto begin = lessons.begin() + static_cast<std::ptrdiff_t>(first);
            const auto end =
                begin + static_cast<std::ptrdiff_t>(std::min(at_once, lessons.size() - first));
            for (const auto& result : grade_lessons(course, {begin, end}, grading))
                tell(encode(result));
        }
    };
}

Worker::Job prepare_job(const Course& course, const Lesson& lesson) {
    return [&course, &lesson](const Worker::Tell& tell) {
        build_graders(course, {&lesson},
                      [&](const std::string& done) { tell(building_text(done)); });
    };
}

Worker::Job program_job(std::vector<std::string> command) {
    return [command = std::move(command)](const Worker::Tell& tell) {
        tell(run_process(command, {.environment = {{"NO_COLOR", "1"}}}).output);
    };
}

std::string encode(const Result& result) {
    auto json = to_json(result);
    json[in_file::notes] = result.notes;
    json[in_file::gained] = result.gained;
    json[in_file::output] = result.printed;
    return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

std::optional<Result> decode(const std::string& text) {
    Result result;
    try {
        const auto json = nlohmann::json::parse(text);
        json.at(in_file::lesson).get_to(result.lesson);
        json.at(in_file::max_points).get_to(result.max_points);
        json.at(in_file::tree).get_to(result.tree);
        json.at(in_file::seed).get_to(result.seed);
    } catch (const nlohmann::json::exception&) {
        return std::nullopt;
    }
    return read_result(text, result);
}

} // namespace workbook::cli::watch
