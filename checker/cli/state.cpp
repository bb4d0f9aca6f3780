#include "cli/state.hpp"

#include "cli/files.hpp"
#include "cli/last_passing.hpp"

#include <fmt/core.h>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <fstream>

namespace workbook::cli {
namespace {

std::filesystem::path state_folder(const Course& course) { return course.root / ".workbook"; }
std::filesystem::path state_file(const Course& course) { return state_folder(course) / "state"; }

// Whether the name can stand at the end of a line and be read back.
bool can_be_lesson(const std::string& name) {
    return !name.empty() && std::ranges::none_of(name, [](unsigned char c) {
        return std::isspace(c) != 0 || std::iscntrl(c) != 0;
    });
}

// Whether the line says something that is known.
bool take_state_line(const std::string& line, State& state) {
    const auto gap = line.find(' ');
    if (gap == std::string::npos) return false;
    const std::string word = line.substr(0, gap);
    std::string lesson = line.substr(gap + 1);
    if (word == "hints") {
        int count = 0;
        const char* end = lesson.data() + lesson.size();
        const auto read = std::from_chars(lesson.data(), end, count);
        if (read.ec != std::errc() || count < 1 || read.ptr == end || *read.ptr != ' ')
            return false;
        lesson = std::string(read.ptr + 1, end);
        if (!can_be_lesson(lesson)) return false;
        state.hints_shown[lesson] = count;
        return true;
    }
    if (!can_be_lesson(lesson)) return false;
    if (word == "current") state.current = lesson;
    if (word == "passed") state.passed.insert(lesson);
    return word == "current" || word == "passed";
}

std::string state_text(const State& state) {
    std::string text = "# What ./workbook remembers. Removing the file forgets it.\n";
    if (can_be_lesson(state.current)) text += "current " + state.current + "\n";
    for (const auto& [lesson, count] : state.hints_shown)
        if (can_be_lesson(lesson) && count > 0) text += fmt::format("hints {} {}\n", count, lesson);
    for (const auto& lesson : state.passed)
        if (can_be_lesson(lesson)) text += "passed " + lesson + "\n";
    return text;
}

void warn_once_of_lost_memory(const std::filesystem::path& file, const std::error_code& why) {
    static bool warned = false;
    if (warned) return;
    warned = true;
    std::fprintf(stderr,
                 "workbook: %s cannot be written (%s): nothing is lost, but what has passed and "
                 "which hints were shown will not be remembered.\n",
                 file.c_str(), why.message().c_str());
}

// Held while the file is read and written again. The kernel releases it when the process is killed.
// Where it cannot be taken, the file cannot be written either.
class StateLock {
  public:
    explicit StateLock(const Course& course) {
        std::error_code ignored;
        std::filesystem::create_directory(state_folder(course), ignored);
        const auto file = state_folder(course) / "state.lock";
        descriptor_ = open(file.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0666);
        while (descriptor_ >= 0 && flock(descriptor_, LOCK_EX) != 0 && errno == EINTR) {
        }
    }
    ~StateLock() {
        if (descriptor_ >= 0) close(descriptor_);
    }
    StateLock(const StateLock&) = delete;
    StateLock& operator=(const StateLock&) = delete;

  private:
    int descriptor_;
};

} // namespace

State read_state(const Course& course) {
    State state;
    std::ifstream stream(state_file(course));
    int number = 0;
    for (std::string line; std::getline(stream, line);) {
        ++number;
        if (line.empty() || line.starts_with('#') || take_state_line(line, state)) continue;
        std::fprintf(stderr, "workbook: %s:%d makes no sense and is left out.\n",
                     shown_path(course, state_file(course)).c_str(), number);
    }
    return state;
}

void write_state(const Course& course, const State& state) {
    std::error_code ignored;
    std::filesystem::create_directory(state_folder(course), ignored);
    if (const auto error = replace_file(state_file(course), state_text(state)))
        warn_once_of_lost_memory(state_file(course), error);
}

State change_state(const Course& course, const std::function<void(State&)>& change) {
    const StateLock lock(course);
    const State before = read_state(course);
    State state = before;
    change(state);
    if (!(state == before)) write_state(course, state);
    return state;
}

const Lesson* lesson_at_hand(const Course& course, const State& state) {
    const auto has_passed = [&](const std::string& name) { return state.passed.contains(name); };
    const Lesson* pending = nullptr;
    const Lesson* ready = nullptr;
    for (const auto& lesson : course.lessons) {
        if (lesson.name == state.current) return &lesson;
        if (has_passed(lesson.name)) continue;
        if (pending == nullptr) pending = &lesson;
        if (ready == nullptr && std::ranges::all_of(lesson.needs, has_passed)) ready = &lesson;
    }
    return ready != nullptr ? ready : pending;
}

void remember(const Course& course, const std::vector<Result>& results) {
    if (course.tree != "exercises") return;
    change_state(course, [&](State& state) {
        for (const auto& result : results) {
            if (result.verdict == passed)
                state.passed.insert(result.lesson);
            else if (result.verdict != grader_error)
                state.passed.erase(result.lesson);
        }
    });
    for (const auto& result : results)
        for (const Lesson& lesson : course.lessons)
            if (result.verdict == passed && lesson.name == result.lesson)
                keep_passing(course, lesson);
}

} // namespace workbook::cli
