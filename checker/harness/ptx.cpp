#include "harness/ptx.hpp"

#include "harness/describe.hpp"
#include "harness/program_image.hpp"

#include <cxxabi.h>

#include <cstdlib>
#include <fmt/format.h>
#include <fstream>
#include <map>
#include <memory>
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

std::string without_comments(const std::string& text) {
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text.compare(i, 2, "//") == 0)
            i = std::min(text.find('\n', i), text.size() - 1);
        else if (text.compare(i, 2, "/*") == 0) {
            const std::size_t end = text.find("*/", i + 2);
            if (end == std::string::npos) break;
            i = end + 1;
            continue;
        }
        result += text[i];
    }
    return result;
}

// The name in ".visible .entry _Z3addPKi(" or ".func (.param .b32 r) twice("; "" if there is none.
std::string function_name(const std::string& head) {
    static const std::regex name(R"((?:\.entry|\.func)\s*(?:\([^)]*\))?\s*([A-Za-z_$%][\w$]*))");
    std::smatch match;
    return std::regex_search(head, match, name) ? match[1].str() : std::string();
}

std::string demangled(const std::string& name) {
    int status = 0;
    const std::unique_ptr<char, void (*)(void*)> text(
        abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status), std::free);
    return status == 0 && text ? text.get() : name;
}

// Walks over a module: statements end at ';', braces or, for the directives without ';', at the
// line's end.
class Reader {
  public:
    std::vector<PtxLine> read(const std::string& text) {
        for (const char c : text) {
            if (c == '{' || c == '}' || c == ';')
                end_statement(c);
            else if (c == '\n' && ends_at_line(trimmed(statement_)))
                end_statement(c);
            else if (c == '\n' && trimmed(statement_).ends_with(':'))
                statement_.clear(); // a label
            else
                statement_ += c == '\n' ? ' ' : c;
        }
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
        // Not all of one that is longer than any compiler's: std::regex goes a call deeper for each
        // character, and the text may be made for that.
        constexpr std::size_t most_of_statement = 8192;
        const std::string statement(trimmed(statement_).substr(0, most_of_statement));
        statement_.clear();
        if (terminator == '{') {
            // At depth 0 this opens a function's body or a debug section; an initialiser's or a
            // scope's brace lies deeper or follows '='.
            if (depth_ == 0) function_ = function_name(statement);
            ++depth_;
            return;
        }
        if (!statement.empty()) add(statement);
        if (terminator == '}' && depth_ > 0 && --depth_ == 0) function_.clear();
    }

    void add(const std::string& statement) {
        int file = 0, line = 0;
        char name[512];
        if (std::sscanf(statement.c_str(), ".file %d \"%511[^\"]\"", &file, name) == 2)
            files_[file] = base_name(name);
        else if (std::sscanf(statement.c_str(), ".loc %d %d", &file, &line) == 2) {
            // Of what was inlined, the place that it was inlined into: that is the reader's own
            // code.
            const std::size_t into = statement.find("inlined_at ");
            if (into != std::string::npos)
                std::sscanf(statement.c_str() + into, "inlined_at %d %d", &file, &line);
            file_ = file;
            line_ = line;
        } else if (!function_.empty() && !statement.starts_with(".reg"))
            lines_.push_back({statement, function_, std::to_string(file_), line_});
    }

  public:
    // .file directives may stand at the end of the module.
    void name_files(std::vector<PtxLine>& lines) const {
        for (PtxLine& line : lines) {
            const auto found = files_.find(std::atoi(line.file.c_str()));
            line.file = found == files_.end() ? std::string() : found->second;
        }
    }

  private:
    std::vector<PtxLine> lines_;
    std::map<int, std::string> files_;
    std::string statement_, function_;
    int depth_ = 0, file_ = 0, line_ = 0;
};

PtxSource& source() {
    static PtxSource instance;
    return instance;
}

} // namespace

Ptx Ptx::parse(const std::string& text) {
    Ptx ptx;
    Reader reader;
    ptx.lines_ = reader.read(without_comments(text));
    reader.name_files(ptx.lines_);
    if (ptx.lines_.empty()) ptx.problem_ = "there is no device code in the program";
    return ptx;
}

Ptx Ptx::kernel(const std::string& name) const {
    Ptx part;
    for (const PtxLine& line : lines_)
        if (demangled(line.function).find(name) != std::string::npos) part.lines_.push_back(line);
    part.problem_ = problem_;
    if (part.lines_.empty() && problem_.empty())
        part.problem_ = "there is no kernel or device function " + name + " in the compiled code";
    return part;
}

void set_ptx_source(PtxSource new_source) { source() = std::move(new_source); }

const Ptx& learner_ptx() {
    static const Ptx ptx = read_ptx(source());
    return ptx;
}

Ptx Ptx::in_namespace(const std::string& name) const {
    const std::regex qualified("(^|\\W)" + name + "::"); // templates begin with their result's type
    Ptx part = *this;
    std::erase_if(part.lines_, [&](const PtxLine& line) {
        return !std::regex_search(demangled(line.function), qualified);
    });
    if (part.lines_.empty() && problem_.empty())
        part.problem_ = "there is no device code in the namespace " + name;
    return part;
}

Ptx read_ptx(const PtxSource& from) {
    if (!from.only_namespace.empty())
        return read_ptx({from.path, from.is_text}).in_namespace(from.only_namespace);
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
    const std::string place = found->file.empty() ? demangled(found->function)
                              : found->line == 0  ? found->file
                                                  : fmt::format("{}:{}", found->file, found->line);
    Findings::add({Verdict::requirement, fmt::format("{}\n({}: {})", why_, place, found->text)});
    return false;
}

} // namespace workbook
