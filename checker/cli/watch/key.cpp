#include "cli/watch/key.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace workbook::cli::watch {
namespace {

using Kind = Key::Kind;

// What follows "ESC [" or "ESC O".
constexpr std::array<std::pair<std::string_view, Kind>, 12> key_sequences = {{
    {"A", Kind::up},
    {"B", Kind::down},
    {"H", Kind::home},
    {"F", Kind::end},
    {"1~", Kind::home},
    {"7~", Kind::home},
    {"4~", Kind::end},
    {"8~", Kind::end},
    {"5~", Kind::page_up},
    {"6~", Kind::page_down},
    {"3~", Kind::unknown},
    {"2~", Kind::unknown},
}};

Key plain_key(char byte) {
    if (byte == '\r' || byte == '\n') return {Kind::enter};
    if (byte == '\b' || byte == 127) return {Kind::backspace};
    if (static_cast<unsigned char>(byte) < ' ') return {Kind::unknown};
    return {Kind::character, byte};
}

// The length of the key that begins with Escape; 0 if it is not complete.
std::size_t sequence_length(std::string_view bytes) {
    if (bytes.size() < 2) return 0;
    if (bytes[1] == '\x1b') return 1; // Escape, and another key
    if (bytes[1] != '[' && bytes[1] != 'O') return 2;
    const auto* const end =
        std::find_if(bytes.begin() + 2, bytes.end(), [](char c) { return c >= '@' && c <= '~'; });
    return end == bytes.end() ? 0 : static_cast<std::size_t>(end - bytes.begin()) + 1;
}

Key sequence_key(std::string_view sequence) {
    if (sequence.size() == 1) return {Kind::escape};
    if (sequence.size() == 2) return {Kind::unknown}; // Alt and a key
    for (const auto& [end, kind] : key_sequences)
        if (sequence.substr(2) == end) return {kind};
    return {Kind::unknown};
}

} // namespace

std::vector<Key> KeyDecoder::take(std::string_view bytes) {
    pending_ += bytes;
    std::vector<Key> keys;
    std::string_view rest = pending_;
    while (!rest.empty()) {
        std::size_t length = 1;
        if (rest.front() == '\x1b') {
            length = sequence_length(rest);
            if (length == 0) break;
            keys.push_back(sequence_key(rest.substr(0, length)));
        } else {
            keys.push_back(plain_key(rest.front()));
        }
        rest.remove_prefix(length);
    }
    pending_ = std::string(rest);
    return keys;
}

std::vector<Key> KeyDecoder::time_is_up() {
    const bool any = is_waiting();
    const bool alone = pending_.size() == 1;
    pending_.clear();
    if (!any) return {};
    return {{alone ? Kind::escape : Kind::unknown}};
}

} // namespace workbook::cli::watch
