#include "vgpu/ptx/debug_info.hpp"

#include "vgpu/ptx/constant.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>

namespace vgpu::ptx {
namespace {

constexpr std::uint64_t largest_int = std::numeric_limits<std::int32_t>::max();
constexpr std::int64_t farthest = largest_int; // in lines: further than any line of the same file

// A module may have very many calls at a place, or very deep ones: only so much is looked at.
constexpr std::size_t most_entries = 32;
constexpr int most_steps = 256;

// These stand side by side without a comma, so they are numbers and never expressions.
bool take_number(Cursor& cursor, std::string_view what, std::int32_t& value) {
    const auto number =
        cursor.at(TokenKind::number) ? parse_number(cursor.token().text) : std::nullopt;
    if (!number || !number->is_integer() || number->bits > largest_int)
        return cursor.fail_expected(what);
    value = static_cast<std::int32_t>(number->bits);
    cursor.take();
    return true;
}

// "C:\\dir\\a \"b\".cu" as it was meant.
std::string without_escapes(std::string_view text) {
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\\' && i + 1 < text.size()) ++i;
        result += text[i];
    }
    return result;
}

} // namespace

std::size_t DebugInfo::PlaceHash::operator()(const Place& place) const {
    std::uint64_t hash = static_cast<std::uint32_t>(place.file) * 0x9e3779b97f4a7c15ull;
    hash = (hash ^ static_cast<std::uint32_t>(place.line)) * 0x9e3779b97f4a7c15ull;
    hash = (hash ^ static_cast<std::uint32_t>(place.column)) * 0x9e3779b97f4a7c15ull;
    return hash ^ hash >> 29;
}

bool DebugInfo::parse_file(Cursor& cursor) {
    std::int32_t number = 0;
    std::uint64_t ignored = 0;
    if (!cursor.spend() || !take_number(cursor, "a file number", number)) return false;
    if (!cursor.at(TokenKind::string)) return cursor.fail_expected("a file name in quotes");
    const Token name = cursor.take();
    while (cursor.accept(',')) // time stamp, size
        if (!parse_count(cursor, "a file's time or size", ~0ull, ignored)) return false;
    if (file_index_.emplace(number, files_.size()).second)
        files_.push_back(without_escapes(name.text));
    return true;
}

bool DebugInfo::parse_place(Cursor& cursor, Place& place) {
    return take_number(cursor, "a file number", place.file) &&
           take_number(cursor, "a line number", place.line) &&
           take_number(cursor, "a column number", place.column);
}

Index DebugInfo::add(const Entry& entry) {
    std::vector<Index>& here = entries_at_[entry.place];
    const auto known = std::find_if(here.begin(), here.end(),
                                    [&](Index index) { return entries_[index] == entry; });
    if (known != here.end()) {
        std::rotate(known, known + 1, here.end());
        return here.back();
    }
    if (here.size() == most_entries) here.erase(here.begin());
    entries_.push_back(entry);
    here.push_back(static_cast<Index>(entries_.size() - 1));
    return here.back();
}

// The frames that both have are the same entries, and outer frames are earlier entries, so the
// later of two frames that differ is the one to leave. Where the two part, they stand in the same
// function.
std::pair<Index, std::int64_t> DebugInfo::nearness(Index entry) const {
    const auto order = [](Index index) { return index == no_index ? 0 : index + 1; };
    Index mine = entry, other = previous_, my_call = no_index, other_call = no_index;
    for (int steps = 0; mine != other; ++steps) {
        if (steps == most_steps) return {0, -farthest};
        Index& inner = order(mine) > order(other) ? mine : other;
        (&inner == &mine ? my_call : other_call) = inner;
        inner = entries_[inner].inlined_at;
    }
    if (my_call == no_index || other_call == no_index) return {order(mine), 0};
    const Place &my_place = entries_[my_call].place, &other_place = entries_[other_call].place;
    if (my_place.file != other_place.file) return {order(mine), -farthest};
    return {order(mine), -std::abs(std::int64_t{my_place.line} - other_place.line)};
}

// inlined_at names a place, not an entry. nvcc writes the `.loc` of a call right before the first
// code inlined there, and not again for later code of the same call, which may stand between code
// of other calls. So of the entries with that place, it means the one that shares the most outer
// frames with the `.loc` before; then the one whose call is nearest to it in lines; then the
// latest.
Index DebugInfo::caller_at(const Place& place) {
    const auto found = entries_at_.find(place);
    if (found == entries_at_.end()) return add({place, {}, 0, no_index});
    Index nearest = found->second.front();
    auto best = nearness(nearest);
    for (const Index entry : found->second) {
        const auto here = nearness(entry);
        if (here < best) continue;
        best = here;
        nearest = entry;
    }
    return nearest;
}

// .loc 2 261 5, function_name $L__info_string0, inlined_at 1 6 30
//
// A caller is an earlier entry, so chains of entries always end.
bool DebugInfo::parse_loc(Cursor& cursor, Index& location) {
    Entry entry;
    if (!cursor.spend(2) || !parse_place(cursor, entry.place)) return false;
    while (cursor.accept(',')) {
        Token word;
        if (!cursor.expect_identifier("function_name or inlined_at", word)) return false;
        if (word.text == "function_name") {
            Token label;
            if (!cursor.expect_identifier("the label of a string", label)) return false;
            entry.function_label = label.text;
            if (cursor.accept('+') &&
                !parse_count(cursor, "an offset into the strings", ~0ull, entry.function_offset))
                return false;
        } else if (word.text == "inlined_at") {
            Place place;
            if (!parse_place(cursor, place)) return false;
            entry.inlined_at = caller_at(place);
        } else {
            return cursor.fail(word.position, "expected function_name or inlined_at");
        }
    }
    location = previous_ = add(entry);
    return true;
}

bool DebugInfo::parse_section(Cursor& cursor) {
    const bool is_strings = cursor.at_dotted(".debug_str");
    if (!cursor.at(TokenKind::dotted)) return cursor.fail_expected("a section's name");
    cursor.take();
    if (!cursor.expect('{', "after the section's name")) return false;
    if (is_strings) return parse_strings(cursor);
    // The rest is DWARF, which the .loc lines make superfluous here.
    for (int depth = 1; depth > 0;) {
        if (cursor.at_end() || cursor.at(TokenKind::invalid))
            return cursor.fail_expected("'}' at the section's end");
        const Token token = cursor.take();
        depth += token.symbol == '{' ? 1 : token.symbol == '}' ? -1 : 0;
    }
    return true;
}

bool DebugInfo::parse_strings(Cursor& cursor) {
    while (!cursor.accept('}')) {
        if (cursor.at(TokenKind::identifier)) {
            const Token label = cursor.take();
            if (!cursor.spend() || !cursor.expect(':', "after a label")) return false;
            string_labels_.emplace(label.text, strings_.size());
        } else if (cursor.accept_dotted(".b8")) {
            do {
                Constant byte;
                if (!parse_constant(cursor, byte)) return false;
                strings_ += static_cast<char>(byte.bits & 0xff);
            } while (cursor.accept(','));
        } else {
            return cursor.fail_expected("a label, .b8 or '}' in .debug_str");
        }
    }
    return true;
}

std::string_view DebugInfo::string_at(std::string_view strings, std::string_view label,
                                      std::uint64_t offset) const {
    const auto place = string_labels_.find(label);
    if (place == string_labels_.end() || offset >= strings.size() - place->second) return {};
    const std::string_view rest = strings.substr(place->second + offset);
    return rest.substr(0, rest.find('\0'));
}

void DebugInfo::finish(Module& module) {
    module.files = std::move(files_);
    module.debug_strings = std::make_shared<const std::string>(std::move(strings_));
    module.locations.reserve(entries_.size());
    for (const Entry& entry : entries_) {
        SourceLocation location;
        const auto file = file_index_.find(entry.place.file);
        if (file != file_index_.end()) location.file = file->second;
        location.line = entry.place.line;
        location.column = entry.place.column;
        if (!entry.function_label.empty())
            location.function_name =
                string_at(*module.debug_strings, entry.function_label, entry.function_offset);
        location.inlined_at = entry.inlined_at;
        module.locations.push_back(location);
    }
}

} // namespace vgpu::ptx
