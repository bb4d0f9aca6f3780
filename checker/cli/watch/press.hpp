// What a key does: changes the model, and says what the loop is to do.
#pragma once

#include "cli/watch/key.hpp"
#include "cli/watch/model.hpp"

namespace workbook::cli::watch {

struct Order {
    enum class Kind {
        none,
        check,     // the current lesson
        check_all, // or stop doing so
        stop,      // whatever work is under way
        go_to,     // `lesson` becomes the current one, and is checked
        remember,  // the hints shown
        reset,     // `lesson`
        all,       // that there is to say about the result: as a text
        solution,  // of the current lesson: as a text
        profile,
        page, // of the profile, in the browser
        quit,
    } kind = Kind::none;
    std::size_t lesson = 0;

    bool operator==(const Order&) const = default;
};

Order press(Model& model, const Key& key, const Display& display);

} // namespace workbook::cli::watch
