// Patterns in wrong values: what kind of mistake gives exactly these.
#include "harness/comparison.hpp"
#include "harness/describe.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace workbook {
namespace {

// Fewer wrong elements than this fit any pattern by chance.
constexpr std::size_t fewest_for_a_pattern = 3;

// Whether `holds(i)` for all wrong elements.
template <class T, class Condition>
bool all_wrong(const Comparison<T>& c, Condition holds) {
    for (std::size_t i = 0; i < c.size(); ++i)
        if (c.wrong[i] && !holds(i)) return false;
    return true;
}

// Whether the expected values differ enough among themselves that "element i has the value of
// element j" means something.
template <class T>
bool varied(const std::vector<T>& values) {
    return values.size() > 2 && std::any_of(values.begin() + 1, values.end(), [&](const T& value) {
               return value != values.front();
           });
}

template <class T>
std::optional<std::string> refers_to_input(const Comparison<T>& c) {
    for (std::size_t index = 0; index < c.record->arguments.size(); ++index) {
        const auto input = c.input(index);
        if (!input || !varied(*input)) continue;
        if (!all_wrong(c, [&](std::size_t i) { return c.actual[i] == (*input)[i]; })) continue;
        if (index == c.argument)
            return "the wrong elements still have the values that they had before the call";
        return fmt::format("the wrong elements are those of {}: was it copied as it is?",
                           name_of_argument(*c.record, index));
    }
    return std::nullopt;
}

// An output that was not cleared before something was added to it.
template <class T>
std::optional<std::string> added_to_what_was_there(const Comparison<T>& c) {
    if (c.output().poison.empty()) return std::nullopt;
    const auto before = widen<T>(c.type, c.output().poison);
    const auto added = [&](std::size_t i) {
        if constexpr (std::is_same_v<T, double>) {
            const double sum = before[i] + c.expected[i];
            return std::isfinite(sum) &&
                   std::abs(c.actual[i] - sum) <=
                       4 * (ulp_of(c.type, sum) + ulp_of(c.type, c.expected[i]));
        } else {
            // Compares in the output's own width.
            const int unused_bits = 64 - 8 * static_cast<int>(c.output().spec.element_bytes);
            const auto sum =
                static_cast<std::uint64_t>(before[i]) + static_cast<std::uint64_t>(c.expected[i]);
            return (static_cast<std::uint64_t>(c.actual[i]) << unused_bits) == (sum << unused_bits);
        }
    };
    if (!all_wrong(c, added)) return std::nullopt;
    return "the results were added to what the array held before the call, which is not 0";
}

template <class T>
std::optional<std::string> one_value(const Comparison<T>& c) {
    const T value = c.actual[c.first_wrong()];
    if (!all_wrong(c, [&](std::size_t i) {
            return c.actual[i] == value || (c.actual[i] != c.actual[i] && value != value);
        }))
        return std::nullopt;
    const bool everything =
        std::all_of(c.actual.begin(), c.actual.end(), [&](T element) { return element == value; });
    if (value != value) return "all wrong elements are NaN";
    if (c.size() == 1) return std::nullopt; // the value is shown below
    if (everything) return fmt::format("all elements are {}", value);
    return fmt::format("all wrong elements are {}", value);
}

// Integers that were right before they were squeezed into something narrower.
template <class T>
std::optional<std::string> too_narrow(const Comparison<T>& c) {
    if constexpr (std::is_same_v<T, double>) {
        if (c.type != ElementType::f64) return std::nullopt;
        if (all_wrong(
                c, [&](std::size_t i) { return c.actual[i] == static_cast<float>(c.expected[i]); }))
            return "the values are right to single precision only: a float is somewhere on the way";
    } else {
        if (c.output().spec.element_bytes != 8) return std::nullopt;
        if (all_wrong(c, [&](std::size_t i) {
                return c.actual[i] == static_cast<T>(static_cast<std::int32_t>(c.expected[i]));
            }))
            return "the values are right modulo 2^32: 32-bit integers (int) overflowed on the way";
        if (all_wrong(c, [&](std::size_t i) {
                return c.actual[i] == static_cast<T>(static_cast<std::uint32_t>(c.expected[i]));
            }))
            return "the values are right modulo 2^32: 32-bit integers (unsigned) overflowed on the "
                   "way";
        if (all_wrong(c, [&](std::size_t i) {
                const auto through = static_cast<double>(c.expected[i]);
                return std::abs(through) < 0x1p63 && c.actual[i] == static_cast<T>(through);
            }))
            return "the values are right to 53 binary digits only: a double is somewhere on the "
                   "way";
        if (all_wrong(c, [&](std::size_t i) {
                const auto through = static_cast<float>(c.expected[i]);
                return std::abs(through) < 0x1p63f && c.actual[i] == static_cast<T>(through);
            }))
            return "the values are right to 24 binary digits only: a float is somewhere on the way";
    }
    return std::nullopt;
}

template <class T>
std::optional<std::string> arithmetic(const Comparison<T>& c) {
    const std::size_t first = c.first_wrong();
    const T actual = c.actual[first], expected = c.expected[first];
    if constexpr (std::is_same_v<T, double>) {
        const double difference = actual - expected;
        // The same up to the rounding of either.
        const double slack = 4 * (ulp_of(c.type, actual) + ulp_of(c.type, expected));
        if (std::isfinite(difference) && std::abs(difference) > 100 * slack &&
            all_wrong(c, [&](std::size_t i) {
                const double limit =
                    4 * (ulp_of(c.type, c.actual[i]) + ulp_of(c.type, c.expected[i])) + slack;
                return std::abs(c.actual[i] - c.expected[i] - difference) <= limit;
            }))
            return fmt::format("every wrong element is {:.6g} too {}", std::abs(difference),
                               difference > 0 ? "large" : "small");
        if (all_wrong(c, [&](std::size_t i) { return c.same(-c.actual[i], c.expected[i]); }))
            return "every wrong element has the wrong sign";
        const double factor = actual / expected;
        if (std::isfinite(factor) && factor != 0 && all_wrong(c, [&](std::size_t i) {
                return std::abs(c.actual[i] - factor * c.expected[i]) <=
                       8 * ulp_of(c.type, c.actual[i]) +
                           8 * std::abs(factor) * ulp_of(c.type, c.expected[i]);
            }))
            return fmt::format("every wrong element is {:.6g} times what it should be", factor);
    } else {
        // Modulo 2^64, where differences have one meaning for both signs.
        const auto difference =
            static_cast<std::uint64_t>(actual) - static_cast<std::uint64_t>(expected);
        if (all_wrong(c, [&](std::size_t i) {
                return static_cast<std::uint64_t>(c.actual[i]) -
                           static_cast<std::uint64_t>(c.expected[i]) ==
                       difference;
            })) {
            const bool large = static_cast<std::int64_t>(difference) > 0;
            return fmt::format("every wrong element is {} too {}",
                               large ? difference : 0 - difference, large ? "large" : "small");
        }
        if (std::is_signed_v<T> && all_wrong(c, [&](std::size_t i) {
                return static_cast<std::uint64_t>(c.actual[i]) +
                           static_cast<std::uint64_t>(c.expected[i]) ==
                       0;
            }))
            return "every wrong element has the wrong sign";
        // The processor cannot divide the least number by -1.
        const bool overflows = std::is_signed_v<T> && expected == static_cast<T>(-1) &&
                               actual == std::numeric_limits<T>::min();
        if (expected != 0 && !overflows && actual % expected == 0) {
            const T factor = actual / expected;
            if (factor != 0 && all_wrong(c, [&](std::size_t i) {
                    return static_cast<std::uint64_t>(c.expected[i]) *
                               static_cast<std::uint64_t>(factor) ==
                           static_cast<std::uint64_t>(c.actual[i]);
                }))
                return fmt::format("every wrong element is {} times what it should be", factor);
        }
    }
    return std::nullopt;
}

// Right values in wrong places.
template <class T>
std::optional<std::string> misplaced(const Comparison<T>& c) {
    const std::size_t n = c.size();
    if (n < 4 || !varied(c.expected)) return std::nullopt;
    // `source(i)` names the element whose value stands at i, or n for none.
    auto comes_from = [&](auto source) {
        std::size_t seen = 0;
        for (std::size_t i = 0; i < n; ++i) {
            if (!c.wrong[i] || c.unwritten[i]) continue;
            const std::size_t j = source(i);
            if (j >= n) continue;
            if (!c.same(c.actual[i], c.expected[j])) return false;
            ++seen;
        }
        return seen >= fewest_for_a_pattern;
    };
    if (comes_from([&](std::size_t i) { return i + 1; }))
        return "the values stand one place too early: element i has the value of element i + 1";
    if (comes_from([&](std::size_t i) { return i == 0 ? n : i - 1; }))
        return "the values stand one place too late: element i has the value of element i - 1";
    if (c.shape) {
        const auto [rows, columns] = *c.shape;
        if (comes_from([&](std::size_t i) { return i % rows * columns + i / rows; }))
            return "the matrix is transposed: rows and columns are exchanged";
    }
    if (comes_from([&](std::size_t i) { return n - 1 - i; }))
        return "the values are in reverse order";
    if (comes_from([&](std::size_t i) { return (i ^ 1) < n ? i ^ 1 : n; }))
        return "neighbours are exchanged: elements 0 and 1, 2 and 3, ...";
    if (const Launch* launch = c.launch()) {
        const std::size_t block = launch->block.count();
        if (block > 1 && block < n) {
            if (comes_from([&](std::size_t i) { return i % block; }))
                return "the part of every block has the values of block 0: is blockIdx part of the "
                       "index that "
                       "is read?";
            if (comes_from([&](std::size_t i) {
                    const std::size_t start = i / block * block;
                    return start + std::min(block, n - start) - 1 - (i - start);
                }))
                return "the values are in reverse order in the part of each block";
        }
    }
    if (c.unwritten_count > 0) return std::nullopt;
    auto actual = c.actual, expected = c.expected;
    if (std::any_of(actual.begin(), actual.end(), [](T value) { return value != value; }))
        return std::nullopt;
    std::sort(actual.begin(), actual.end());
    std::sort(expected.begin(), expected.end());
    if (actual == expected) return "the values are right, but they stand in wrong places";
    return std::nullopt;
}

// Where the wrong elements stand.
template <class T>
std::optional<std::string> location(const Comparison<T>& c) {
    const std::size_t n = c.size(), first = c.first_wrong();
    if (c.wrong_count == n || n < 4) return std::nullopt;
    const Launch* launch = c.launch();
    const std::size_t block = launch ? launch->block.count() : 0;
    if (first + c.wrong_count == n) {
        if (block > 0 && first == n / block * block && n % block != 0)
            return fmt::format("only the last block's part is wrong: it has {} of {} elements",
                               n % block, block);
        if (block > 0 && first == block)
            return fmt::format("only the first block's {} right",
                               plural(block, "element is", "elements are"));
        return fmt::format("every element from {} on is wrong, all before it are right", first);
    }
    if (first == 0 && !c.wrong[c.wrong_count] &&
        std::find(c.wrong.begin() + static_cast<std::ptrdiff_t>(c.wrong_count), c.wrong.end(),
                  true) == c.wrong.end())
        return c.wrong_count == 1
                   ? "only the first element is wrong"
                   : fmt::format("only the first {} elements are wrong", c.wrong_count);
    std::size_t second = first + 1;
    while (second < n && !c.wrong[second]) ++second;
    const std::size_t step = second - first;
    if (second < n && step > 1 && first < step && c.wrong_count >= fewest_for_a_pattern) {
        bool fits = true;
        for (std::size_t i = 0; i < n && fits; ++i) fits = c.wrong[i] == (i % step == first);
        if (fits) {
            std::string text = fmt::format("every {}th element, from {} on, is wrong", step, first);
            if (step == block)
                text += fmt::format(": {} of each block", first == 0 ? "the first" : "one");
            return text;
        }
    }
    return std::nullopt;
}

// Counts that are lost or surplus, as a race or a wrong range leaves them.
template <class T>
std::optional<std::string> totals(const Comparison<T>& c) {
    if constexpr (!std::is_same_v<T, double>) {
        auto sum = [](const std::vector<T>& values) {
            std::uint64_t total = 0;
            for (const T value : values) total += static_cast<std::uint64_t>(value);
            return static_cast<T>(total);
        };
        const bool low = all_wrong(c, [&](std::size_t i) { return c.actual[i] < c.expected[i]; });
        const bool high = all_wrong(c, [&](std::size_t i) { return c.actual[i] > c.expected[i]; });
        if (low || high)
            return fmt::format(
                "all wrong elements are too {}; the sum over all elements is {} in place of {}",
                low ? "small" : "large", sum(c.actual), sum(c.expected));
    }
    return std::nullopt;
}

} // namespace

template <class T>
std::optional<std::string> find_pattern(const Comparison<T>& c) {
    if (c.unwritten_count > 0) {
        const Coverage coverage{c.unwritten, c.wrong, *c.record, c.argument, c.launch()};
        auto text = find_coverage_pattern(coverage);
        // The unwritten elements explain everything only if no other element is wrong.
        if (text && c.unwritten_count < c.wrong_count)
            *text += c.wrong_count - c.unwritten_count == 1
                         ? std::string("; 1 other was written with a wrong value")
                         : fmt::format("; {} others were written with wrong values",
                                       c.wrong_count - c.unwritten_count);
        if (text) return text;
    }
    if (c.wrong_count >= fewest_for_a_pattern || c.wrong_count == c.size()) {
        if (auto text = too_narrow(c)) return text;
        if (auto text = refers_to_input(c)) return text;
        if (auto text = added_to_what_was_there(c)) return text;
        if (auto text = one_value(c)) return text;
        if (auto text = misplaced(c)) return text;
        if (auto text = arithmetic(c)) return text;
    }
    if (auto text = location(c)) return text;
    if (c.wrong_count >= fewest_for_a_pattern)
        if (auto text = totals(c)) return text;
    return std::nullopt;
}

template std::optional<std::string> find_pattern(const Comparison<std::int64_t>&);
template std::optional<std::string> find_pattern(const Comparison<std::uint64_t>&);
template std::optional<std::string> find_pattern(const Comparison<double>&);

} // namespace workbook
