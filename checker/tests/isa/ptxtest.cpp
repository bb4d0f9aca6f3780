#include "ptxtest.hpp"

#include "values.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fstream>
#include <sstream>

namespace ptxtest {
namespace {

constexpr std::string_view answered_by_header = "# answered by: ";

bool is_name_character(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

std::vector<std::string> words_of(std::string_view text) {
    std::istringstream stream{std::string(text)};
    std::vector<std::string> words;
    for (std::string word; stream >> word;) words.push_back(word);
    return words;
}

// Reads one file; `error_` says what is wrong.
class Reader {
  public:
    explicit Reader(File& file) : file_(file) {}

    bool run() {
        for (std::size_t i = 0; i < file_.text.size(); ++i) {
            number_ = static_cast<int>(i) + 1;
            const std::string& text = file_.text[i];
            if (text.starts_with(answered_by_header))
                file_.answered_by = text.substr(answered_by_header.size());
            if (text.empty() || text.front() == '#') continue;
            const bool fine = text.front() == '>'   ? read_form(text.substr(1))
                              : text.front() == '!' ? read_option(text.substr(1))
                                                    : read_line(text);
            if (!fine) {
                error_ = fmt::format("{}:{}: {}", file_.path, number_, error_);
                return false;
            }
        }
        return true;
    }
    const std::string& error() const { return error_; }

  private:
    bool fail(std::string message) {
        error_ = std::move(message);
        return false;
    }

    // `=d:s32` becomes `%d` and an operand.
    bool read_form(std::string_view text) {
        Form form;
        form.number = number_;
        form.instruction = words_of(text).empty() ? "" : words_of(text)[0];
        if (form.instruction.empty()) return fail("a form needs an instruction");
        for (std::size_t i = 0; i < text.size();) {
            if (text[i] == '$') {
                form.text += '%';
                ++i;
                continue;
            }
            std::size_t end = i;
            while (end < text.size() && is_name_character(text[end])) ++end;
            const bool is_operand = end > i && end + 1 < text.size() && text[end] == ':' &&
                                    is_name_character(text[end + 1]) &&
                                    (i == 0 || (text[i - 1] != '.' && text[i - 1] != ':'));
            if (!is_operand) {
                const auto skip = std::max<std::size_t>(end - i, 1);
                form.text += text.substr(i, skip);
                i += skip;
                continue;
            }
            Operand operand;
            operand.name = text.substr(i, end - i);
            if (!form.text.empty() && form.text.back() == '=') {
                operand.role = Operand::Role::result;
                form.text.pop_back();
            } else if (!form.text.empty() && form.text.back() == '[') {
                operand.role = Operand::Role::memory;
            }
            std::size_t type_end = end + 1;
            while (type_end < text.size() && is_name_character(text[type_end])) ++type_end;
            operand.type = text.substr(end + 1, type_end - end - 1);
            form.text += "%" + operand.name;
            form.operands.push_back(std::move(operand));
            i = type_end;
        }
        form.text.erase(0, form.text.find_first_not_of(' '));
        file_.forms.push_back(std::move(form));
        return true;
    }

    bool read_option(std::string_view text) {
        if (file_.forms.empty()) return fail("an option before the first form");
        Form& form = file_.forms.back();
        const auto words = words_of(text);
        if (words.size() == 1 && words[0] == "warp") {
            form.is_warp = true;
        } else if (words.size() == 1 && words[0] == "group") {
            form.is_warp = form.is_group = form.needs_device = true;
        } else if (words.size() == 1 && words[0] == "device") {
            form.needs_device = true;
        } else if (words.size() == 2 && words[0] == "needs" && words[1].starts_with("sm_")) {
            form.needs = std::atoi(words[1].c_str() + 3);
            form.is_specific = words[1].ends_with('a');
        } else if (words.size() == 2 && words[0] == "before" && words[1].starts_with("sm_")) {
            form.before = std::atoi(words[1].c_str() + 3);
        } else if (words.size() == 3 && words[0] == "within") {
            form.tolerance.bound = std::strtod(words[1].c_str(), nullptr);
            form.tolerance.kind = words[2] == "ulp"        ? Tolerance::Kind::ulp
                                  : words[2] == "absolute" ? Tolerance::Kind::absolute
                                                           : Tolerance::Kind::relative;
        } else {
            return fail("not an option; there are `warp`, `group`, `device`, `needs sm_N`, `before "
                        "sm_N`, `within N "
                        "ulp|absolute|relative`");
        }
        return true;
    }

    bool read_line(const std::string& text) {
        if (file_.forms.empty()) return fail("values before the first form");
        Form& form = file_.forms.back();
        Line line;
        line.number = number_;
        const auto arrow = text.find("->");
        if (arrow == text.npos) return fail("a line of values needs `->` before what is expected");
        line.inputs_text = text.substr(0, text.find_last_not_of(' ', arrow - 1) + 1);
        auto inputs = words_of(line.inputs_text);
        if (!inputs.empty() && inputs[0].front() == '[') {
            line.mask = static_cast<std::uint32_t>(std::strtoul(inputs[0].c_str() + 1, nullptr, 0));
            inputs.erase(inputs.begin());
        }
        if (!read_values(form, form.inputs(), inputs, line.inputs)) return false;
        if (!read_values(form, form.results(), words_of(text.substr(arrow + 2)), line.expected))
            return false;
        form.lines.push_back(std::move(line));
        return true;
    }

    bool read_values(const Form& form, const std::vector<const Operand*>& operands,
                     const std::vector<std::string>& words, std::vector<Lanes>& values) {
        if (words.size() != operands.size())
            return fail(fmt::format("{} values for {} operands", words.size(), operands.size()));
        for (std::size_t i = 0; i < words.size(); ++i) {
            auto value = parse_value(*operands[i], words[i], form.lanes());
            if (!value)
                return fail(
                    fmt::format("`{}` is no value of type {}", words[i], operands[i]->type));
            values.push_back(std::move(*value));
        }
        return true;
    }

    File& file_;
    int number_ = 0;
    std::string error_;
};

bool near_enough(const Tolerance& tolerance, const std::string& type, std::uint64_t expected,
                 std::uint64_t actual) {
    if (expected == actual) return true;
    if (tolerance.kind == Tolerance::Kind::exact) return false;
    if (type.ends_with("x2")) {
        const auto half = type.substr(0, type.size() - 2);
        return near_enough(tolerance, half, expected & 0xffff, actual & 0xffff) &&
               near_enough(tolerance, half, (expected >> 16) & 0xffff, (actual >> 16) & 0xffff);
    }
    if (!is_float(type)) return false;
    const double wanted = number_of(type, expected), found = number_of(type, actual);
    if (std::isnan(wanted) || std::isnan(found)) return false; // a NaN's bits are no matter of ulps
    if (std::isinf(wanted) || std::isinf(found)) return wanted == found;
    switch (tolerance.kind) {
    case Tolerance::Kind::ulp:
        return static_cast<double>(distance(type, expected, actual)) <= tolerance.bound;
    case Tolerance::Kind::absolute:
        return std::fabs(wanted - found) <= tolerance.bound;
    default:
        return std::fabs(wanted - found) <= tolerance.bound * std::fabs(wanted);
    }
}

// To the last bit, whatever the form's tolerance is.
bool expects_exactly(Form form, const Line& line, const std::vector<Lanes>& results) {
    form.tolerance = {};
    const auto operands = form.results();
    for (std::size_t r = 0; r < operands.size(); ++r)
        if (!matches(form, *operands[r], line, line.expected[r], results[r])) return false;
    return true;
}

} // namespace

int Operand::bytes() const {
    if (type == "pred") return 1;
    if (type.ends_with("16x2")) return 4;
    return std::atoi(type.c_str() + type.find_first_of("0123456789")) / 8;
}

std::string Operand::register_type() const {
    if (is_predicate()) return "pred";
    if (type == "f32" || type == "f64") return type;
    return fmt::format("b{}", 8 * std::max(bytes(), 2));
}

std::vector<const Operand*> Form::inputs() const {
    std::vector<const Operand*> found;
    for (const auto& operand : operands)
        if (operand.role != Operand::Role::result) found.push_back(&operand);
    return found;
}

std::vector<const Operand*> Form::results() const {
    std::vector<const Operand*> found;
    for (const auto& operand : operands)
        if (operand.role == Operand::Role::result) found.push_back(&operand);
    for (const auto& operand : operands)
        if (operand.role == Operand::Role::memory) found.push_back(&operand);
    return found;
}

std::optional<File> read(const std::string& path, std::string& error) {
    std::ifstream stream(path);
    if (!stream) {
        error = path + ": cannot be read";
        return std::nullopt;
    }
    File file;
    file.path = path;
    for (std::string line; std::getline(stream, line);) file.text.push_back(line);
    Reader reader(file);
    if (reader.run()) return file;
    error = reader.error();
    return std::nullopt;
}

std::string with_results(const File& file, std::string_view answered_by,
                         const std::vector<std::vector<std::vector<Lanes>>>& results) {
    auto text = file.text;
    for (std::size_t f = 0; f < file.forms.size(); ++f) {
        const Form& form = file.forms[f];
        const auto operands = form.results();
        for (std::size_t l = 0; l < results[f].size(); ++l) {
            const Line& line = form.lines[l];
            if (expects_exactly(form, line, results[f][l])) continue;
            std::string& row = text[static_cast<std::size_t>(line.number) - 1];
            row = line.inputs_text + " ->";
            for (std::size_t r = 0; r < operands.size(); ++r) {
                Lanes value = results[f][l][r];
                for (std::size_t lane = 0; lane < value.size(); ++lane)
                    if (!((line.mask >> lane % 32) & 1)) value[lane] = 0;
                row += " " + print(*operands[r], value);
            }
        }
    }
    const auto old = std::ranges::find_if(
        text, [&](const auto& line) { return line.starts_with(answered_by_header); });
    const auto line = std::string(answered_by_header).append(answered_by);
    if (old != text.end())
        *old = line;
    else
        text.insert(text.begin(), line);
    std::string whole;
    for (const auto& each : text) whole += each + "\n";
    return whole;
}

bool matches(const Form& form, const Operand& operand, const Line& line, const Lanes& expected,
             const Lanes& actual) {
    for (std::size_t lane = 0; lane < expected.size(); ++lane)
        if ((line.mask >> lane % 32) & 1)
            if (!near_enough(form.tolerance, operand.type, expected[lane], actual[lane]))
                return false;
    return true;
}

std::string describe_mismatch(const File& file, const Form& form, const Line& line,
                              const Operand& operand, const Lanes& expected, const Lanes& actual) {
    return fmt::format("{}:{}: {} {}: {} is {}, expected {}", file.path, line.number,
                       form.instruction, line.inputs_text, operand.name, print(operand, actual),
                       print(operand, expected));
}

std::string register_declarations(const Form& form) {
    std::string text;
    for (const auto& operand : form.operands) {
        const auto type = operand.role == Operand::Role::memory ? "b64" : operand.register_type();
        text += fmt::format("    .reg .{} %{};\n", type, operand.name);
    }
    return text;
}

} // namespace ptxtest
