#include "harness/comments.hpp"

#include <algorithm>

namespace workbook {

std::string without_comments(std::string_view text) {
    std::string code;
    code.reserve(text.size());
    while (!text.empty()) {
        const bool line = text.starts_with("//"), block = text.starts_with("/*");
        if (line || block) {
            const std::size_t end = text.find(line ? "\n" : "*/", 2);
            text.remove_prefix(end == text.npos ? text.size() : end + (line ? 0 : 2));
            code += ' ';
        } else {
            const std::size_t next = std::min(text.find('/', 1), text.size());
            code += text.substr(0, next);
            text.remove_prefix(next);
        }
    }
    return code;
}

} // namespace workbook
