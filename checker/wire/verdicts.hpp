// The verdicts of a check program (verdicts.def), for the harness that gives them and for the
// `workbook` program that reads them.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace workbook::wire {

enum class Verdict : std::uint8_t {
#define WORKBOOK_VERDICT(name, title, sentence) name,
#include "wire/verdicts.def"
#undef WORKBOOK_VERDICT
};

inline constexpr auto all_verdicts = std::to_array<Verdict>({
#define WORKBOOK_VERDICT(name, title, sentence) Verdict::name,
#include "wire/verdicts.def"
#undef WORKBOOK_VERDICT
});

struct VerdictWords {
    const char* name;     // "wrong_answer", as in result files
    const char* title;    // "wrong answer", for a person
    const char* sentence; // what it means, for the student
};

// In the order of the enumeration.
inline constexpr auto verdict_words = std::to_array<VerdictWords>({
#define WORKBOOK_VERDICT(name, title, sentence) {#name, title, sentence},
#include "wire/verdicts.def"
#undef WORKBOOK_VERDICT
});

constexpr const VerdictWords& words_of(Verdict verdict) {
    return verdict_words[static_cast<std::size_t>(verdict)];
}

constexpr std::string_view name_of(Verdict verdict) { return words_of(verdict).name; }

// nullptr: there is none of that name.
constexpr const VerdictWords* find_verdict(std::string_view name) {
    const auto found = std::ranges::find(verdict_words, name, [](const VerdictWords& words) {
        return std::string_view(words.name);
    });
    return found == verdict_words.end() ? nullptr : &*found;
}

} // namespace workbook::wire
