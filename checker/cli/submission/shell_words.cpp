#include "cli/submission/shell_words.hpp"

namespace workbook::cli {

std::vector<std::string> shell_words(std::string_view command) {
    std::vector<std::string> words;
    std::string word;
    bool inside = false; // of a word, which may be empty: ''
    char quote = 0;
    for (std::size_t i = 0; i < command.size(); ++i) {
        const char c = command[i];
        const bool blank = c == ' ' || c == '\t' || c == '\n';
        if (quote == '\'' && c != '\'') {
            word += c;
        } else if (quote != 0 && c == quote) {
            quote = 0;
        } else if (c == '\\' && i + 1 < command.size() &&
                   (quote == 0 || command[i + 1] == '"' || command[i + 1] == '\\' ||
                    command[i + 1] == '$')) {
            word += command[++i];
            inside = true;
        } else if (quote == 0 && (c == '"' || c == '\'')) {
            quote = c;
            inside = true;
        } else if (quote == 0 && blank) {
            if (inside) words.push_back(word);
            word.clear();
            inside = false;
        } else {
            word += c;
            inside = true;
        }
    }
    if (inside) words.push_back(word);
    return words;
}

} // namespace workbook::cli
