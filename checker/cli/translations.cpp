#include "cli/translations.hpp"

#include "cli/files.hpp"
#include "wire/fnv1a.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <regex>
#include <set>
#include <sstream>

namespace workbook::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* record_begin = "<!-- Translation of README.md";
constexpr const char* record_end = "-->";
constexpr std::size_t hash_digits = 16;

// Lines between empty ones; code in a fence is one block, with its empty lines.
struct Block {
    std::size_t line = 1; // where it begins
    std::string text;     // in one line, but for code
};

bool is_fence(const std::string& line) {
    const auto at = line.find_first_not_of(' ');
    return at != std::string::npos && line.compare(at, 3, "```") == 0;
}

// Where a paragraph's lines are broken is no change of it.
std::string in_one_line(const std::string& text) {
    static const std::regex space(R"(\s+)");
    return std::regex_replace(text, space, " ");
}

std::vector<Block> blocks_of(const std::string& text) {
    std::vector<Block> blocks;
    std::istringstream lines(text);
    bool is_open = false, is_code = false;
    std::size_t number = 0;
    for (std::string line; std::getline(lines, line);) {
        ++number;
        if (line.ends_with('\r')) line.pop_back();
        const bool is_empty = line.find_first_not_of(" \t") == std::string::npos;
        const bool fence = is_fence(line);
        if ((is_empty && !is_code) || (fence && !is_code)) is_open = false;
        if (is_empty && !is_code) continue;
        if (!is_open) blocks.push_back({number, ""});
        is_open = true;
        blocks.back().text += line + "\n";
        if (fence) {
            is_code = !is_code;
            is_open = is_code;
        }
    }
    for (Block& block : blocks)
        if (!is_fence(block.text)) block.text = in_one_line(block.text);
    return blocks;
}

std::string hash_of(const std::string& text) { return fmt::format("{:016x}", wire::fnv1a(text)); }

// For a person: no signs that would end a comment.
std::string first_words(const std::string& text) {
    constexpr std::size_t most = 40;
    static const std::regex signs("[^A-Za-z0-9(),.:;]+");
    std::string words = std::regex_replace(text, signs, " ").substr(0, most);
    const auto begin = std::min(words.find_first_not_of(' '), words.size());
    return words.substr(begin, words.find_last_not_of(' ') + 1 - begin);
}

struct Record {
    std::string name;
    std::vector<std::string> hashes, words; // of the blocks
};

struct Parts {
    std::string text; // without the record
    std::optional<Record> record;
};

Parts parts_of(const std::string& translated) {
    const auto at = translated.rfind(record_begin);
    if (at == std::string::npos) return {translated, std::nullopt};
    Record record;
    std::istringstream lines(translated.substr(at));
    std::string line;
    std::getline(lines, line); // how it begins
    static const std::string language = "language: ";
    while (std::getline(lines, line) && line != record_end) {
        if (line.starts_with(language)) {
            record.name = line.substr(language.size());
        } else if (line.size() >= hash_digits) {
            record.hashes.push_back(line.substr(0, hash_digits));
            record.words.push_back(line.substr(std::min(hash_digits + 1, line.size())));
        }
    }
    return {translated.substr(0, at), record};
}

using Things = std::multiset<std::string>;

// "270,336" and "270.336" are the same number; so are 0.5 and 0,5.
Things numbers_in(const std::string& text) {
    static const std::regex number(R"(\d+(?:[.,]\d+)*)");
    Things numbers;
    for (std::sregex_iterator match(text.begin(), text.end(), number), end; match != end; ++match) {
        std::string digits = match->str();
        std::erase_if(digits, [](char c) { return c == '.' || c == ','; });
        numbers.insert(digits);
    }
    return numbers;
}

// A translation may link to translations, and its headings have names of their own.
Things links_in(const std::string& text) {
    static const std::regex link(R"re(\]\(([^)\s]+)\)|(?:src|srcset|href)="([^"]*)")re");
    static const std::regex language(R"(README\.[A-Za-z0-9-]+\.md)");
    Things links;
    for (std::sregex_iterator match(text.begin(), text.end(), link), end; match != end; ++match) {
        std::string address = (*match)[1].matched ? (*match)[1] : (*match)[2];
        if (address.find("://") == std::string::npos)
            address =
                std::regex_replace(address.substr(0, address.find('#')), language, "README.md");
        links.insert(address);
    }
    return links;
}

// The first that the one has and the other has not.
std::optional<std::string> missing(const Things& wanted, const Things& there) {
    for (const auto& one : wanted)
        if (there.count(one) < wanted.count(one)) return one;
    return std::nullopt;
}

class Comparison {
  public:
    Comparison(std::vector<Block> original, std::vector<Block> translated)
        : original_(std::move(original)), translated_(std::move(translated)) {}

    std::vector<std::string> complaints(const Record& record) {
        compare_with(record);
        if (complaints_.empty()) compare_blocks();
        return complaints_;
    }

  private:
    template <class... Arguments>
    void complain(fmt::format_string<Arguments...> text, Arguments&&... arguments) {
        complaints_.push_back(fmt::format(text, std::forward<Arguments>(arguments)...));
    }

    void compare_with(const Record& record) {
        std::vector<std::string> hashes;
        for (const Block& block : original_) hashes.push_back(hash_of(block.text));
        if (hashes == record.hashes) return;
        const std::multiset<std::string> now(hashes.begin(), hashes.end());
        const std::multiset<std::string> then(record.hashes.begin(), record.hashes.end());
        for (std::size_t i = 0; i < hashes.size(); ++i)
            if (now.count(hashes[i]) > then.count(hashes[i]))
                complain("line {} of README.md is new or has changed since: \"{}\"",
                         original_[i].line, first_words(original_[i].text));
        for (std::size_t i = 0; i < record.hashes.size(); ++i)
            if (then.count(record.hashes[i]) > now.count(record.hashes[i]))
                complain("README.md no longer has as it was: \"{}\"", record.words[i]);
        if (complaints_.empty()) complain("README.md has its parts in another order since");
    }

    void compare_blocks() {
        if (original_.size() != translated_.size()) {
            complain("it has {} paragraphs, lists, tables and listings; README.md has {}",
                     translated_.size(), original_.size());
            return;
        }
        for (std::size_t i = 0; i < original_.size(); ++i) {
            compare("number", numbers_in(original_[i].text), numbers_in(translated_[i].text), i);
            compare("link", links_in(original_[i].text), links_in(translated_[i].text), i);
        }
    }

    void compare(const char* what, const Things& original, const Things& translated,
                 std::size_t i) {
        if (const auto one = missing(original, translated))
            complain("line {} lacks the {} {} of line {} of README.md", translated_[i].line, what,
                     *one, original_[i].line);
        else if (const auto other = missing(translated, original))
            complain("line {} has the {} {}, and line {} of README.md does not",
                     translated_[i].line, what, *other, original_[i].line);
    }

    std::vector<Block> original_, translated_;
    std::vector<std::string> complaints_;
};

} // namespace

std::string language_of_text(const fs::path& file) {
    static const std::regex name(R"(README\.([a-z]{2,3}(?:-[A-Za-z0-9]+)*)\.md)");
    const std::string text = file.filename().string();
    std::smatch match;
    return std::regex_match(text, match, name) ? match[1].str() : "";
}

std::vector<Translation> translations_of(const Lesson& lesson) {
    std::vector<Translation> translations;
    std::error_code error;
    for (fs::directory_iterator entry(lesson.readme.parent_path(), error), end;
         !error && entry != end; entry.increment(error)) {
        const std::string language = language_of_text(entry->path());
        if (language.empty()) continue;
        const auto record = parts_of(file_text(entry->path()).value_or("")).record;
        const bool has_name = record && !record->name.empty();
        translations.push_back({language, has_name ? record->name : language, entry->path()});
    }
    std::ranges::sort(translations, {}, &Translation::language);
    return translations;
}

std::vector<std::string> translation_complaints(const std::string& original,
                                                const std::string& translated) {
    const Parts parts = parts_of(translated);
    if (!parts.record) return {"it has no record of what it translates"};
    return Comparison(blocks_of(original), blocks_of(parts.text)).complaints(*parts.record);
}

std::string with_record(const std::string& original, const std::string& translated,
                        const std::string& language) {
    const Parts parts = parts_of(translated);
    const bool has_name = parts.record && !parts.record->name.empty();
    std::string text = parts.text.substr(0, parts.text.find_last_not_of(" \n") + 1);
    text += fmt::format("\n\n{}\nlanguage: {}\n", record_begin,
                        has_name ? parts.record->name : language);
    for (const Block& block : blocks_of(original))
        text += hash_of(block.text) + " " + first_words(block.text) + "\n";
    return text + record_end + "\n";
}

} // namespace workbook::cli
