#include "harness/ptx.hpp"

#include "harness/comments.hpp"
#include "harness/describe.hpp"
#include "harness/program_image.hpp"
#include "wire/source_files.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fstream>
#include <map>
#include <memory>
#include <optional>
#include <regex>
#include <sstream>
#include <string_view>

namespace workbook {
namespace {

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view space = " \t\r\n";
    const std::size_t first = text.find_first_not_of(space);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(space) - first + 1);
}

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

// The name in ".visible .entry _Z3addPKi(" or ".func (.param .b32 r) twice("; "" if there is none.
std::string function_name(std::string_view head) {
    constexpr std::size_t longest_name = 1024;
    const std::size_t entry = head.find(".entry"), function = head.find(".func");
    if (entry == std::string_view::npos && function == std::string_view::npos) return {};
    head = trimmed(entry < function ? head.substr(entry + 6) : head.substr(function + 5));
    if (head.starts_with('(')) {
        const std::size_t end = head.find(')');
        if (end == std::string_view::npos) return {};
        head = trimmed(head.substr(end + 1));
    }
    const std::size_t length = std::min(head.find_first_of(" \t\r\n("), head.size());
    return std::string(head.substr(0, std::min(length, longest_name)));
}

// How the compiler spells an identifier within a mangled name.
std::string mangled_word(const std::string& identifier) {
    return std::to_string(identifier.size()) + identifier;
}

// Whether a mangled name has an identifier that begins so, other than this one.
bool mentions_another(const std::string& mangled, const std::string& begin,
                      const std::string& own) {
    if (begin.empty()) return false;
    const std::string length = std::to_string(own.size());
    for (std::size_t at = 0; (at = mangled.find(begin, at)) != std::string::npos; ++at) {
        const bool is_own = mangled.compare(at, own.size(), own) == 0 && at >= length.size() &&
                            mangled.compare(at - length.size(), length.size(), length) == 0;
        if (!is_own) return true;
    }
    return false;
}

// Walks over a module: statements end at ';', braces or, for the directives without ';', at the
// line's end.
class Reader {
  public:
    // nullopt if the text is longer than the virtual GPU takes.
    std::optional<std::vector<PtxLine>> read(const std::string& text) {
        constexpr std::size_t most_lines = 4 << 20;
        for (const char c : text) {
            if (c == '{' && depth_ > 0 && last_ != '\0' && last_ != ':')
                statement_ += last_ = c, in_vector_ = true;
            else if (c == '}' && in_vector_)
                statement_ += last_ = c, in_vector_ = false;
            else if (c == '{' || c == '}' || c == ';')
                end_statement(c);
            else if (c == '\n' && ends_at_line(statement_))
                end_statement(c);
            else if (c == '\n' && last_ == ':')
                add_label();
            else if (!is_space(c)) {
                statement_ += c;
                last_ = c;
                continue;
            } else if (!statement_.empty())
                statement_ += c == '\n' ? ' ' : c;
            if (statement_.empty()) last_ = '\0';
            if (lines_.size() > most_lines) return std::nullopt;
        }
        name_files();
        return std::move(lines_);
    }

  private:
    static bool ends_at_line(std::string_view statement) {
        for (const std::string_view start :
             {".loc", ".file", ".version", ".target", ".address_size"})
            if (statement.substr(0, start.size()) == start) return true;
        return false;
    }

    void end_statement(char terminator) {
        // Cuts a statement that is longer than any compiler's: std::regex goes a call deeper for
        // each character, and a hostile text could use that.
        constexpr std::size_t most_of_statement = 8192;
        const std::string statement(trimmed(statement_).substr(0, most_of_statement));
        statement_.clear();
        if (terminator == '{') {
            // At depth 0 this opens a function's body or a debug section; a scope's brace lies
            // deeper. A brace within an instruction does not come here: it has an operand of
            // several registers.
            if (depth_ == 0) enter(function_name(statement));
            ++depth_;
            return;
        }
        if (!statement.empty()) add(statement);
        if (terminator == '}' && depth_ > 0 && --depth_ == 0) function_.reset();
    }

    void enter(std::string function) {
        if (!function.empty()) function_ = std::make_shared<const std::string>(std::move(function));
    }

    // Those of blocks of code, to which branches lead.
    void add_label() {
        if (function_ && statement_.starts_with("$L__BB")) {
            lines_.push_back({statement_, function_, nullptr, 0});
            places_.emplace_back();
        }
        statement_.clear();
    }

    void add(const std::string& statement) {
        int file = 0, line = 0;
        char name[512];
        if (statement.starts_with(".file") &&
            std::sscanf(statement.c_str(), ".file %d \"%511[^\"]\"", &file, name) == 2)
            files_[file] = {std::make_shared<const std::string>(wire::file_name(name)),
                            wire::is_of_toolkit(name)};
        else if (statement.starts_with(".loc") &&
                 std::sscanf(statement.c_str(), ".loc %d %d", &file, &line) == 2) {
            place_ = {file, line, file, line};
            const std::size_t into = statement.find("inlined_at ");
            if (into != std::string::npos)
                std::sscanf(statement.c_str() + into, "inlined_at %d %d", &place_.into_file,
                            &place_.into_line);
        } else if (function_ && !statement.starts_with(".reg")) {
            lines_.push_back({statement, function_, nullptr, place_.line});
            places_.push_back(place_);
        }
    }

    // .file directives may stand at the end of the module. What was inlined from a library's header
    // gets the place that it was inlined into: that is the reader's own code.
    void name_files() {
        for (std::size_t i = 0; i < lines_.size(); ++i) {
            const Place& place = places_[i];
            auto found = files_.find(place.file);
            if (found != files_.end() && found->second.is_library) {
                lines_[i].line = place.into_line;
                found = files_.find(place.into_file);
            }
            if (found != files_.end()) lines_[i].file = found->second.name;
        }
    }

    // Where an instruction comes from; files by their numbers.
    struct Place {
        int file = 0, line = 0;
        int into_file = 0, into_line = 0; // that it was inlined into, else the same
    };
    struct File {
        std::shared_ptr<const std::string> name;
        bool is_library = false;
    };

    std::vector<PtxLine> lines_;
    std::vector<Place> places_; // of the lines
    std::map<int, File> files_;
    std::string statement_;                       // begins with no space
    char last_ = '\0';                            // that is no space, of the statement
    std::shared_ptr<const std::string> function_; // null outside of one
    bool in_vector_ = false;                      // between the braces of an operand
    int depth_ = 0;
    Place place_;
};

PtxSource& source() {
    static PtxSource instance;
    return instance;
}

} // namespace

Ptx Ptx::parse(const std::string& text) {
    Ptx ptx;
    auto lines = Reader().read(without_comments(text));
    if (!lines)
        ptx.problem_ = "the program's device code is larger than any GPU's program";
    else if (lines->empty())
        ptx.problem_ = "there is no device code in the program";
    else
        ptx.lines_ = std::move(*lines);
    return ptx;
}

// The lines of the functions whose mangled names are wanted.
Ptx Ptx::of_functions(const std::function<bool(const std::string&)>& wanted) const {
    Ptx part;
    part.problem_ = problem_;
    const std::string* asked = nullptr;
    bool is_wanted = false;
    for (const PtxLine& line : lines_) {
        if (line.function.get() != asked) {
            asked = line.function.get();
            is_wanted = wanted(*asked);
        }
        if (is_wanted) part.lines_.push_back(line);
    }
    return part;
}

Ptx Ptx::kernel(const std::string& name) const {
    Ptx part = of_functions([word = mangled_word(name)](const std::string& mangled) {
        return mangled.find(word) != std::string::npos;
    });
    for (const PtxLine& line : lines_) // extern "C"
        if (*line.function == name) part.lines_.push_back(line);
    if (part.lines_.empty() && problem_.empty())
        part.problem_ = "there is no kernel or device function " + name + " in the compiled code";
    return part;
}

void set_ptx_source(PtxSource new_source) { source() = std::move(new_source); }

const Ptx& learner_ptx() {
    static const Ptx ptx = read_ptx(source());
    return ptx;
}

Ptx Ptx::with_names(const std::vector<std::string>& names) const {
    std::vector<std::string> words;
    std::string others; // how the namespaces of other programs begin
    for (const std::string& name : names) {
        if (name.starts_with("not ")) {
            others = name.substr(4);
            continue;
        }
        std::string& word = words.emplace_back();
        for (std::size_t at = 0, end = 0; end != std::string::npos; at = end + 2) {
            end = name.find("::", at);
            word += mangled_word(name.substr(at, end - at));
        }
    }
    Ptx part = of_functions([&](const std::string& mangled) {
        const auto is_in = [&](const std::string& word) {
            return mangled.find(word) != std::string::npos;
        };
        return std::any_of(words.begin(), words.end(), is_in) &&
               !mentions_another(mangled, others, names.front());
    });
    if (part.lines_.empty() && problem_.empty())
        part.problem_ = "there is no device code that is the learner's";
    return part;
}

Ptx read_ptx(const PtxSource& from) {
    if (!from.only_names.empty())
        return read_ptx({from.path, from.is_text}).with_names(from.only_names);
    if (from.is_text) {
        std::ifstream file(from.path);
        std::stringstream text;
        text << file.rdbuf();
        if (file) return Ptx::parse(text.str());
        Ptx none;
        none.set_problem(from.path + " could not be read");
        return none;
    }
    std::string problem;
    const std::string text = ptx_of_program(from.path, problem);
    if (!problem.empty()) {
        Ptx none;
        none.set_problem(problem);
        return none;
    }
    return Ptx::parse(text);
}

bool PtxMatcher::match(const Ptx& ptx) const {
    if (!counts(Verdict::requirement)) return true;
    if (!ptx.problem().empty()) {
        Findings::add({Verdict::requirement, fmt::format("{}\n({})", why_, ptx.problem())});
        return false;
    }
    const std::regex expression(pattern_);
    const PtxLine* found =
        nullptr; // better one with a line: the compiler may not know it, and say 0
    for (const PtxLine& line : ptx.lines()) {
        if (!std::regex_search(line.text, expression)) continue;
        if (found == nullptr || line.line > 0) found = &line;
        if (wanted_ || line.line > 0) break;
    }
    if ((found != nullptr) == wanted_) return true;
    if (wanted_) {
        Findings::add({Verdict::requirement, why_});
        return false;
    }
    std::string place = printable(found->file ? *found->file : *found->function, 200);
    if (found->file && found->line > 0) place += fmt::format(":{}", found->line);
    Findings::add({Verdict::requirement,
                   fmt::format("{}\n({}: {})", why_, place, printable(found->text, 1000))});
    return false;
}

} // namespace workbook
