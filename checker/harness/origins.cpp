// Asks for a sum again with ones and zeros, and says which of its values are missing.
#include "harness/origins.hpp"

#include "harness/comparison.hpp"
#include "harness/describe.hpp"
#include "harness/session.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fmt/format.h>
#include <span>

namespace workbook {
namespace {

constexpr std::size_t most_contributions = 4; // that a message names

class Search {
  public:
    Search(std::size_t most_questions, const CountOnes& ask) : left_(most_questions), ask_(ask) {}

    std::optional<double> count(std::size_t first, std::size_t last) {
        if (left_ == 0) return std::nullopt;
        --left_;
        return ask_(first, last);
    }

    // `sum` is what the values add up to.
    void look_into(std::size_t first, std::size_t last, double sum) {
        const std::size_t count_here = last - first;
        if (sum == static_cast<double>(count_here) || found_.size() > most_contributions) return;
        if (sum == 0 || count_here == 1)
            return add({first, last, sum / static_cast<double>(count_here)});
        const std::size_t middle = first + count_here / 2;
        const auto front = count(first, middle);
        if (!front) return;
        look_into(first, middle, *front);
        look_into(middle, last, sum - *front);
    }

    std::vector<Contribution> take() { return std::move(found_); }

  private:
    void add(Contribution one) {
        if (!found_.empty() && found_.back().last == one.first && found_.back().times == one.times)
            found_.back().last = one.last;
        else
            found_.push_back(one);
    }

    std::size_t left_;
    const CountOnes& ask_;
    std::vector<Contribution> found_;
};

std::optional<std::size_t> first_wrong(const CallRecord& record, const Expectation& expectation) {
    const ArgumentSpec& spec = record.arguments[expectation.argument].spec;
    const auto actual = widen<double>(spec.type, record.arguments[expectation.argument].after);
    const auto expected = widen<double>(expectation.values.type, expectation.values.bytes);
    for (std::size_t i = 0; i < actual.size() && i < expected.size(); ++i)
        if (!agrees(spec.type, actual[i], expected[i], expectation.tolerance)) return i;
    return std::nullopt;
}

// The call, ready to be made again with other values in argument `input`.
class Question {
  public:
    Question(const CallRecord& record, std::size_t input, std::size_t output)
        : input_(input), output_(output) {
        spec_.function = record.function;
        spec_.result_bytes = record.returned.size();
        spec_.gpu = record.gpu;
        spec_.situation = record.situation;
        spec_.aside = true;
        for (const ArgumentRecord& argument : record.arguments)
            spec_.arguments.push_back(argument.spec);
        spec_.arguments[input].initial.assign(spec_.arguments[input].bytes(), std::byte{0});
    }

    // Element `i` of the output with ones at these elements of the input, and zeros elsewhere.
    std::optional<double> ask(std::size_t i, std::span<const std::size_t> ones) {
        CallSpec spec = spec_;
        ArgumentSpec& input = spec.arguments[input_];
        visit_type(input.type, [&]<class T>() {
            const T one = static_cast<T>(1);
            for (const std::size_t element : ones)
                std::memcpy(&input.initial[element * sizeof one], &one, sizeof one);
        });
        const Run run = Session::current().call(std::move(spec));
        if (!run.ended_well() || !run.record().returned_normally) return std::nullopt;
        const ArgumentRecord& output = run.record().arguments[output_];
        const auto values = widen<double>(output.spec.type, output.after);
        if (i >= values.size() || !std::isfinite(values[i])) return std::nullopt;
        return values[i];
    }

  private:
    CallSpec spec_;
    std::size_t input_, output_;
};

// "element 7", "elements 32 to 63", "elements 192, ..., 999 (296 values)"
std::string name_of(const Contribution& one, const std::vector<std::size_t>& elements) {
    const std::size_t count = one.last - one.first;
    const std::size_t first = elements[one.first], last = elements[one.last - 1];
    if (count == 1) return fmt::format("element {}", first);
    if (last - first == count - 1) return fmt::format("elements {} to {}", first, last);
    return fmt::format("elements {}, ..., {} ({} values)", first, last, count);
}

std::string words_for(const std::vector<Contribution>& wrong,
                      const std::vector<std::size_t>& elements, const std::string& input) {
    std::string text;
    for (std::size_t i = 0; i < wrong.size() && i < most_contributions; ++i) {
        const Contribution& one = wrong[i];
        text += (text.empty() ? "" : "; ") + name_of(one, elements) + (i == 0 ? input : "");
        text += one.last - one.first == 1 ? " is " : " are ";
        text += one.times == 0 ? "missing" : fmt::format("added {:g} times", one.times);
    }
    return text + (wrong.size() > most_contributions ? "; and so on" : "");
}

std::string name_of_array(const CallRecord& record, std::size_t index) {
    const std::string& name = record.arguments[index].name;
    return name.empty() ? "" : fmt::format(" of `{}`", name);
}

} // namespace

std::vector<Contribution> wrong_contributions(std::size_t count, std::size_t most_questions,
                                              const CountOnes& ask) {
    Search search(most_questions, ask);
    if (const auto all = search.count(0, count)) search.look_into(0, count, *all);
    return search.take();
}

std::string explain_sum(const CallRecord& record, const Expectation& expectation) {
    const Sums& sums = *expectation.sums;
    const auto wrong = first_wrong(record, expectation);
    const ArgumentSpec& values = record.arguments[sums.input].spec;
    if (!wrong || is_structure(values.type)) return {};
    std::vector<std::size_t> elements, others;
    for (std::size_t j = 0; j < values.count; ++j)
        (sums.sum_of(j) == *wrong ? elements : others).push_back(j);

    Question question(record, sums.input, expectation.argument);
    const std::string sum =
        fmt::format("element {}{}", *wrong, name_of_array(record, expectation.argument));
    const auto start = question.ask(*wrong, {});
    if (!start) return {};
    if (*start != 0)
        return fmt::format("The same call with zeros for all values: {} is {:g}. It does not begin "
                           "with 0.",
                           sum, *start);
    // Limits the values of all questions together, so that a student need not wait.
    constexpr std::size_t most_values = 4'000'000, most_questions = 40;
    const std::size_t questions =
        std::clamp<std::size_t>(most_values / (values.count + 1), 4, most_questions);
    const auto contributions =
        wrong_contributions(elements.size(), questions, [&](std::size_t first, std::size_t last) {
            return question.ask(*wrong, std::span(elements).subspan(first, last - first));
        });
    const std::string again =
        "The same call with ones and zeros as values shows what " + sum + " adds: ";
    if (!contributions.empty())
        return again + words_for(contributions, elements, name_of_array(record, sums.input)) + ".";
    const auto foreign = question.ask(*wrong, others);
    if (!foreign || *foreign == 0) return {};
    return again + fmt::format("{:g} values that belong to other elements.", *foreign);
}

} // namespace workbook
