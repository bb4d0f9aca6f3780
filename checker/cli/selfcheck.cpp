#include "cli/selfcheck.hpp"

#include "cli/contracts.hpp"
#include "cli/files.hpp"
#include "cli/hints.hpp"
#include "cli/regions.hpp"
#include "cli/stubs.hpp"
#include "cli/translations.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <regex>
#include <set>

namespace workbook::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t hints_wanted = 3;

std::string read_file(const fs::path& path) { return file_text(path).value_or(""); }

fs::path stub_list(const Course& course) { return course.root / "exercises" / "stubs.sha256"; }

// The paths in the list are relative to exercises/, so that `sha256sum -c` can be run there.
std::string stub_key(const Course& course, const Lesson& lesson) {
    return lesson.stub.lexically_relative(course.root / "exercises").generic_string();
}

// A promise that a header gives in words, and the contract that a check names for it
// (harness/promises.hpp).
struct Sentence {
    const char* contract;
    const char* words; // a regular expression
    const char* example;
};
constexpr Sentence sentences[] = {
    {"does_not_wait",
     "(do|does) not wait|no function waits|neither (of them )?waits|waits for nothing",
     "Does not wait for the device."},
    {"reports_errors", "error that cuda reports is thrown",
     "An error that CUDA reports is thrown."},
    {"any_size", "more [a-z]+ than 32 bits can count",
     "There may be more elements than 32 bits can count."},
    {"any_host_memory", "host memory may be of any kind", "The host memory may be of any kind."},
    {"fills_gpu", "spread over the whole gpu", "The work is spread over the whole GPU."},
    {"uses_gpu", "kernel|gpu|device pointer", "One kernel."},
};

// The comments of a header in one line, in lower case.
std::string words_of(const std::string& text) {
    std::string words;
    for (const char c : text)
        if (c == '/' || std::isspace(static_cast<unsigned char>(c)) != 0) {
            if (!words.empty() && words.back() != ' ') words += ' ';
        } else
            words += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return words;
}

std::string number_of(const Lesson& lesson) { return lesson.name.substr(0, lesson.name.find('_')); }

struct NamedLessons {
    std::vector<std::string> there, not_there_yet; // numbers
};

// The numbers NN of "lesson NN", "lessons NN, NN and NN" and "lesson NN for this, NN for that", by
// whether their sentence says "not there yet".
NamedLessons lessons_named(const std::string& readme) {
    static const std::regex mention(
        R"([Ll]essons? (\d\d\b(?:(?: for [^.,;:()]*)?(?:,| and| or| to)+ \d\d\b)*))");
    static const std::regex number(R"(\b\d\d\b)");
    const std::string text = std::regex_replace(readme, std::regex(R"(\s+)"), " ");
    NamedLessons named;
    for (std::sregex_iterator match(text.begin(), text.end(), mention), end; match != end;
         ++match) {
        const auto at = static_cast<std::size_t>(match->position());
        const auto before = text.rfind('.', at);
        const auto begin = before == std::string::npos ? 0 : before + 1;
        const auto sentence = text.substr(begin, text.find('.', at) - begin);
        auto& numbers =
            sentence.find("not there yet") == std::string::npos ? named.there : named.not_there_yet;
        const std::string list = (*match)[1];
        for (std::sregex_iterator one(list.begin(), list.end(), number); one != end; ++one)
            numbers.push_back(one->str());
    }
    return named;
}

class Checker {
  public:
    Checker(const Course& course, bool handed_out) : course_(course), handed_out_(handed_out) {}

    std::vector<std::string> check() {
        for (const auto& lesson : course_.lessons) {
            check_regions(lesson);
            check_readme(lesson);
            check_references(lesson);
            check_promises(lesson);
            check_translations(lesson);
        }
        check_front_page();
        check_contracts_list();
        check_stub_list();
        if (!handed_out_) check_stray("exercises");
        check_stray("solutions");
        return complaints_;
    }

  private:
    template <class... Arguments>
    void complain(fmt::format_string<Arguments...> text, Arguments&&... arguments) {
        complaints_.push_back(fmt::format(text, std::forward<Arguments>(arguments)...));
    }

    fs::path stub_of(const Lesson& lesson) const {
        return handed_out_ ? stub_copy(course_, lesson) : lesson.stub;
    }

    void check_regions(const Lesson& lesson) {
        if (!fs::exists(lesson.solution)) {
            complain("{}: {} is missing", lesson.name, shown_path(course_, lesson.solution));
        } else if (const auto what =
                       disagreement(read_file(stub_of(lesson)), read_file(lesson.solution))) {
            complain("{}: {}", lesson.name, *what);
        }
    }

    void check_readme(const Lesson& lesson) {
        const std::string text = read_file(lesson.readme);
        for (std::size_t number = hints_in(text).size() + 1; number <= hints_wanted; ++number)
            complain("{}: its README has no \"Hint {}\" in a section \"## Hints\"", lesson.name,
                     number);
        std::set<std::string> shown;
        static const std::regex picture(R"(\]\(([^()/]+\.svg)\))");
        for (std::sregex_iterator match(text.begin(), text.end(), picture), end; match != end;
             ++match) {
            shown.insert((*match)[1]);
        }
        const auto folder = lesson.readme.parent_path();
        for (const auto& name : shown) {
            if (!fs::exists(folder / name)) {
                complain("{}: its README shows {}, which is missing", lesson.name, name);
            }
        }
        for (const auto& entry : fs::directory_iterator(folder)) {
            const auto name = entry.path().filename().string();
            if (entry.path().extension() == ".svg" && !shown.contains(name)) {
                complain("{}: its README does not show {}", lesson.name, name);
            }
        }
    }

    void check_references(const Lesson& lesson) {
        const std::string readme = read_file(lesson.readme);
        const NamedLessons named = lessons_named(readme);
        const auto is_there = [this](const std::string& number) {
            return std::ranges::find(course_.lessons, number, number_of) != course_.lessons.end();
        };
        for (const auto& number : named.there)
            if (!is_there(number))
                complain("{}: its README names lesson {}, which is none of the list. Leave it out, "
                         "or write \"not there yet\" in its sentence",
                         lesson.name, number);
        for (const auto& number : named.not_there_yet)
            if (is_there(number))
                complain("{}: its README says that lesson {} is not there yet, and it is",
                         lesson.name, number);
        if (named.not_there_yet.empty() && readme.find("not there yet") != std::string::npos)
            complain("{}: its README says that a lesson is \"not there yet\" and not which one: "
                     "name its number",
                     lesson.name);
    }

    void check_promises(const Lesson& lesson) {
        const std::string declared = read_file(lesson.header), header = words_of(declared);
        const std::string check = read_file(lesson.header.parent_path() / "check.cpp");
        // In a message or a comment, a name is no call.
        static const std::regex no_calls(
            R"(WORKBOOK_(PROMISE|EXCEPT)\([^)]*\)|"([^"\\\n]|\\.)*"|//[^\n]*)");
        const std::string calls = std::regex_replace(check, no_calls, "");
        std::set<std::string> held;
        for (const Contract& contract : contracts_in(check)) {
            if (contract.excepted) continue;
            held.insert(contract.name);
            for (const std::string& name : contract.functions) {
                if (declared.find(fmt::format("WORKBOOK_CALLABLE({})", name)) == std::string::npos)
                    complain("{}: check.cpp holds {} to a promise, and the header declares no such "
                             "function",
                             lesson.name, name);
                if (!std::regex_search(calls, std::regex("\\b" + name + "\\b")))
                    complain("{}: check.cpp holds {} to a promise, and no case calls it",
                             lesson.name, name);
            }
        }
        for (const auto& [contract, words, example] : sentences) {
            const bool said = std::regex_search(header, std::regex(words));
            if (said && !held.contains(contract) && std::string_view(contract) != "uses_gpu")
                complain("{}: its header promises in words what check.cpp does not hold it to. Add "
                         "there: WORKBOOK_PROMISE({}, the functions)",
                         lesson.name, contract);
            if (held.contains(contract) && !said)
                complain("{}: check.cpp holds functions to {}, and the header says nothing of it, "
                         "\"{}\" for instance",
                         lesson.name, contract, example);
        }
    }

    void check_translations(const Lesson& lesson) {
        const std::string original = read_file(lesson.readme);
        for (const auto& translation : translations_of(lesson)) {
            const std::string place = shown_path(course_, translation.file);
            for (const auto& complaint :
                 translation_complaints(original, read_file(translation.file)))
                complain("{}: {}. Translate what is needed, then: ./workbook selfcheck "
                         "--translated {}",
                         place, complaint, place);
            if (translation.name == translation.language)
                complain("{}: its record does not say what the language calls itself: write "
                         "\"language: Deutsch\" there, for instance",
                         place);
        }
    }

    // README.md shows the board and the fast track: "[ ] 00_hello" and "| [00_hello](...)". A
    // course need not have them.
    void check_front_page() {
        const std::string text = read_file(course_.root / "README.md");
        std::vector<std::string> all, fast;
        for (const auto& lesson : course_.lessons) {
            all.push_back(lesson.name);
            if (std::ranges::find(lesson.tracks, "fast") != lesson.tracks.end())
                fast.push_back(lesson.name);
        }
        check_shown(text, std::regex(R"(\[[ +x]\] (\d\d_\w+))"), all, "the lessons");
        check_shown(text, std::regex(R"(\| \[(\d\d_\w+)\]\()"), fast, "the fast track");
    }

    void check_shown(const std::string& text, const std::regex& row,
                     const std::vector<std::string>& wanted, const char* what) {
        std::vector<std::string> shown;
        for (std::sregex_iterator match(text.begin(), text.end(), row), end; match != end; ++match)
            shown.push_back((*match)[1]);
        if (shown.empty() || shown == wanted) return;
        const auto [is, belongs] = std::ranges::mismatch(shown, wanted);
        complain(
            "README.md does not show {} as exercises/CMakeLists.txt has them: where {} belongs, "
            "it has {}",
            what, belongs == wanted.end() ? "nothing" : *belongs,
            is == shown.end() ? "nothing" : *is);
    }

    // A course need not have the list.
    void check_contracts_list() {
        const fs::path list = course_.root / "docs" / "contracts.md";
        if (fs::exists(list) && read_file(list).find(contracts_table(course_)) == std::string::npos)
            complain(
                "docs/contracts.md does not have the contracts as they are now. Put there what "
                "this prints: ./workbook selfcheck --contracts");
    }

    void check_stub_list() {
        std::set<std::string> keys;
        std::vector<fs::path> stubs;
        for (const auto& lesson : course_.lessons) stubs.push_back(stub_of(lesson));
        const auto hashes = sha256_of(course_, stubs);
        const std::string list = "\n" + read_file(stub_list(course_));
        for (const auto& lesson : course_.lessons) {
            const auto key = stub_key(course_, lesson);
            keys.insert(key);
            const auto found = hashes.find(stub_of(lesson));
            const std::string hash = found == hashes.end() ? "unreadable" : found->second;
            if (list.find("\n" + hash + "  " + key + "\n") == std::string::npos) {
                complain("{}: exercises/stubs.sha256 does not have {} as it is now. Is it a stub? "
                         "Then: ./workbook selfcheck --accept-stubs",
                         lesson.name, shown_path(course_, stub_of(lesson)));
            } else if (file_text(stub_copy(course_, lesson)) != file_text(stub_of(lesson))) {
                complain("{}: {} is not the stub as it is now. Run: ./workbook selfcheck "
                         "--accept-stubs",
                         lesson.name, shown_path(course_, stub_copy(course_, lesson)));
            }
        }
        std::istringstream lines(list);
        for (std::string line; std::getline(lines, line);) {
            if (line.size() > 66 && !keys.contains(line.substr(66))) {
                complain("exercises/stubs.sha256 lists {}, which is no lesson's. Run: ./workbook "
                         "selfcheck --accept-stubs",
                         line.substr(66));
            }
        }
    }

    // Files of a tree that belong to no lesson of the list.
    void check_stray(const char* tree) {
        const fs::path root = course_.root / tree;
        if (!fs::exists(root)) return;
        for (const auto& entry : fs::recursive_directory_iterator(root)) {
            const auto name = entry.path().filename().string();
            if (entry.is_directory() || name.starts_with('.') || name.ends_with('~')) continue;
            if (!belongs(entry.path())) {
                complain("{} belongs to no lesson of exercises/CMakeLists.txt",
                         shown_path(course_, entry.path()));
            }
        }
    }

    bool belongs(const fs::path& file) const {
        const fs::path exercises = course_.root / "exercises";
        if (file == exercises / "CMakeLists.txt" || file == stub_list(course_)) return true;
        return std::ranges::any_of(course_.lessons, [&](const Lesson& lesson) {
            const auto folder = lesson.stub.parent_path();
            return file == stub_copy(course_, lesson) || file == lesson.stub ||
                   file == lesson.solution ||
                   file == lesson.solution.parent_path() / "further.cu" || file == lesson.header ||
                   file == lesson.readme || file == folder / "check.cpp" ||
                   std::ranges::any_of(given_files,
                                       [&](const char* name) { return file == folder / name; }) ||
                   (file.parent_path() == folder &&
                    (file.extension() == ".svg" || !language_of_text(file).empty()));
        });
    }

    const Course& course_;
    const bool handed_out_;
    std::vector<std::string> complaints_;
};

} // namespace

std::vector<std::string> selfcheck(const Course& course, bool handed_out) {
    return Checker(course, handed_out).check();
}

void accept_stubs(const Course& course) {
    std::vector<fs::path> stubs;
    for (const auto& lesson : course.lessons) stubs.push_back(lesson.stub);
    const auto hashes = sha256_of(course, stubs);
    std::ofstream stream(stub_list(course), std::ios::trunc);
    for (const auto& lesson : course.lessons) {
        const auto found = hashes.find(lesson.stub);
        if (found == hashes.end()) {
            throw UserError(shown_path(course, lesson.stub) + " cannot be read.");
        }
        stream << found->second << "  " << stub_key(course, lesson) << '\n';
    }
    if (!stream.flush()) throw UserError(stub_list(course).string() + " cannot be written.");
    std::error_code ignored;
    const fs::path copies = course.root / "checker" / "stubs";
    fs::remove_all(copies, ignored); // also those of lessons that are gone
    fs::create_directories(copies, ignored);
    for (const auto& lesson : course.lessons) {
        const auto error = replace_file(stub_copy(course, lesson), read_file(lesson.stub));
        if (error) throw UserError(stub_copy(course, lesson).string() + " cannot be written.");
    }
}

void accept_translation(const Course& course, const fs::path& file) {
    std::error_code ignored;
    for (const auto& lesson : course.lessons)
        for (const auto& translation : translations_of(lesson)) {
            if (!fs::equivalent(translation.file, file, ignored)) continue;
            const std::string text = with_record(read_file(lesson.readme),
                                                 read_file(translation.file), translation.language);
            const auto error = replace_file(translation.file, text);
            if (error) throw UserError(translation.file.string() + " cannot be written.");
            return;
        }
    throw UserError(fmt::format("{} is no translation of a lesson's text. Its name is "
                                "README.<language>.md, and it lies beside the README.md.",
                                file.string()));
}

} // namespace workbook::cli
