// Plays a session at a terminal from a script, and holds what was to be seen against a golden text.
//
//     session SCRIPT [--golden FILE [--approve] | --output FILE]
//
// A line of a script is a word and what belongs to it; empty lines and those with # are comments.
//
//     size ROWS COLUMNS      of the terminal: before the start, or changed while the program runs
//     start COMMAND          a shell's; `sh COMMAND` runs another outside of the terminal
//     wait TEXT              until it is on the screen; `gone TEXT`: until it is not
//     process TEXT           until a process runs whose command line has it
//     press KEY ...          Enter, Esc, Up, Down, Backspace, Ctrl-C, Ctrl-Z, or the characters
//     signal NUMBER          sent to the program; `stopped` waits until it is, as by Ctrl-Z
//     screen TITLE           into the transcript, as it is now
//     expect TEXT            is on the screen; `absent TEXT`: is not
//     end CODE               the program ends with this exit code, and leaves everything as it was;
//                            `crash CODE`: what it had started ends a moment later
//
// Nothing here depends on speed: each step waits for what is to be seen, for two minutes at most.
#include "program.hpp"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>

namespace {

using Failure = std::runtime_error;

class Session {
  public:
    void play(const std::string& word, const std::string& rest) {
        const std::map<std::string, std::function<void(const std::string&)>> words = {
            {"size", [&](const auto& text) { size(text); }},
            {"start", [&](const auto& text) { start(text); }},
            {"sh", [&](const auto& text) { shell(text); }},
            {"wait", [&](const auto& text) { wait(text, true); }},
            {"gone", [&](const auto& text) { wait(text, false); }},
            {"process", [&](const auto& text) { until([&] { return runs_process(text); }); }},
            {"stopped", [&](const auto&) { until([&] { return program().is_stopped(); }); }},
            {"press", [&](const auto& text) { press(text); }},
            {"signal", [&](const auto& text) { program().send_signal(std::stoi(text)); }},
            {"screen", [&](const auto& text) { screen(text); }},
            {"expect", [&](const auto& text) { require(shows(text), "the text is not there"); }},
            {"absent", [&](const auto& text) { require(!shows(text), "the text is there"); }},
            {"end", [&](const auto& text) { end(text, false); }},
            {"crash", [&](const auto& text) { end(text, true); }},
        };
        const auto found = words.find(word);
        if (found == words.end()) throw Failure("there is no such word");
        found->second(rest);
    }

    std::string transcript() const { return transcript_; }
    std::string shown() const { return program_ ? program_->terminal().screen() : ""; }

  private:
    Program& program() {
        require(program_ != nullptr, "no program has been started");
        return *program_;
    }

    static void require(bool condition, const std::string& otherwise) {
        if (!condition) throw Failure(otherwise);
    }

    void size(const std::string& text) {
        std::istringstream(text) >> rows_ >> columns_;
        if (program_) program_->resize(rows_, columns_);
    }

    void start(const std::string& command) {
        program_ = std::make_unique<Program>(command, rows_, columns_);
    }

    static void shell(const std::string& command) {
        require(std::system(command.c_str()) == 0, "the command failed");
    }

    bool shows(const std::string& text) const { return shown().find(text) != std::string::npos; }

    template <class Condition>
    void until(Condition condition) {
        const auto deadline = std::chrono::steady_clock::now() + std::chrono::minutes(2);
        while (!condition()) {
            program().look(20);
            require(std::chrono::steady_clock::now() < deadline, "it did not come");
            require(!program().end() || condition(), "the program has ended");
        }
    }

    void wait(const std::string& text, bool there) {
        until([&] {
            const auto& terminal = program().terminal();
            return shows(text) == there && !terminal.is_half_drawn() && !terminal.has_overflowed();
        });
    }

    void press(const std::string& keys) {
        static const std::map<std::string, std::string> named = {
            {"Enter", "\r"},   {"Esc", "\x1b"},    {"Up", "\x1b[A"},     {"Down", "\x1bOB"},
            {"Ctrl-C", "\x3"}, {"Ctrl-Z", "\x1a"}, {"Backspace", "\x7f"}};
        std::istringstream words(keys);
        for (std::string key; words >> key;) {
            const auto found = named.find(key);
            program().type(found == named.end() ? key : found->second);
        }
    }

    void screen(const std::string& title) {
        require(!program().terminal().has_overflowed(), "a row is too long for the screen");
        transcript_ += "== " + title + "\n" + shown() + "\n\n";
    }

    void end(const std::string& code, bool crashed) {
        const auto deadline = std::chrono::steady_clock::now() + std::chrono::minutes(2);
        while (!program().end()) {
            program().look(20);
            require(std::chrono::steady_clock::now() < deadline, "the program does not end");
        }
        require(*program().end() == std::stoi(code),
                "its exit code is " + std::to_string(*program().end()));
        const auto& terminal = program().terminal();
        require(program().modes_are_as_before(), "the terminal's modes are others");
        require(!terminal.is_alternate(), "the shell's screen is not shown again");
        require(terminal.shows_cursor(), "there is no cursor");
        // After a crash no parent waits for them, but they end.
        while (crashed && !children_left().empty())
            require(std::chrono::steady_clock::now() < deadline, "they do not end");
        const std::string left = children_left();
        require(left.empty(), "processes were left behind:\n" + left);
    }

    std::size_t rows_ = 24, columns_ = 80;
    std::unique_ptr<Program> program_;
    std::string transcript_;
};

std::string content_of(const std::string& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

// Returns whether all went as the script has it.
bool play(Session& session, const std::string& script) {
    std::ifstream lines(script);
    int number = 0;
    for (std::string line; std::getline(lines, line);) {
        ++number;
        if (line.empty() || line.starts_with('#')) continue;
        const auto gap = line.find(' ');
        try {
            session.play(line.substr(0, gap), gap == std::string::npos ? "" : line.substr(gap + 1));
        } catch (const std::exception& error) {
            std::printf("%s:%d: %s\n  %s\nThe screen:\n%s\n", script.c_str(), number, error.what(),
                        line.c_str(), session.shown().c_str());
            return false;
        }
    }
    return number > 0;
}

} // namespace

int main(int count, char** values) {
    const std::vector<std::string> words(values + 1, values + count);
    setenv("TERM", "xterm-256color", 1);
    setenv("NO_COLOR", "", 1);
    Session session;
    if (words.empty() || !play(session, words[0])) return 1;
    if (words.size() < 3) return 0;
    const std::string& file = words[2];
    if (words[1] == "--output" || words.size() > 3) {
        std::ofstream(file, std::ios::binary) << session.transcript();
        return 0;
    }
    if (content_of(file) == session.transcript()) return 0;
    std::printf("The screens are not those of %s (accept them: --approve). They were:\n%s",
                file.c_str(), session.transcript().c_str());
    return 1;
}
