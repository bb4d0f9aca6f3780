// Keys out of the bytes that a terminal sends.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace workbook::cli::watch {

struct Key {
    enum class Kind {
        character, // `character` says which
        enter,
        escape,
        backspace,
        up,
        down,
        page_up,
        page_down,
        home,
        end,
        unknown, // one that nothing is done with
    } kind = Kind::unknown;
    char character = '\0';

    bool operator==(const Key&) const = default;
};

class KeyDecoder {
  public:
    // The keys that are complete by now.
    std::vector<Key> take(std::string_view bytes);

    // Whether what has arrived may be the Escape key or the beginning of another: ask again with
    // time_is_up() if no more comes within `most_wait`.
    bool is_waiting() const { return !pending_.empty(); }
    std::vector<Key> time_is_up();
    static constexpr int most_wait = 30; // milliseconds; the bytes of a key come together

  private:
    std::string pending_; // begins with Escape
};

} // namespace workbook::cli::watch
