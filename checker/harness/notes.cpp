#include "harness/notes.hpp"

#include <algorithm>

namespace workbook {
namespace {

std::vector<std::string>& list() {
    static std::vector<std::string> notes;
    return notes;
}

} // namespace

void Notes::add(const std::string& text) {
    if (std::find(list().begin(), list().end(), text) == list().end()) list().push_back(text);
}

const std::vector<std::string>& Notes::all() { return list(); }

} // namespace workbook
