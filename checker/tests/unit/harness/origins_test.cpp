// Which values a sum adds, found by sums of ones and zeros.
#include "harness/origins.hpp"

#include <catch2/catch_test_macros.hpp>

#include <vector>

using namespace workbook;

namespace {

// A sum that adds value i so many times as `times` says.
class Model {
  public:
    explicit Model(std::vector<int> times) : times_(std::move(times)) {}

    std::vector<Contribution> search(std::size_t most_questions = 40) {
        asked_ = 0;
        return wrong_contributions(times_.size(), most_questions,
                                   [&](std::size_t first, std::size_t last) {
                                       ++asked_;
                                       double sum = 0;
                                       for (std::size_t i = first; i < last; ++i) sum += times_[i];
                                       return std::optional<double>(sum);
                                   });
    }
    std::size_t asked() const { return asked_; }

  private:
    std::vector<int> times_;
    std::size_t asked_ = 0;
};

void check(const Contribution& one, std::size_t first, std::size_t last, double times) {
    CHECK(one.first == first);
    CHECK(one.last == last);
    CHECK(one.times == times);
}

} // namespace

TEST_CASE("a sum that adds each value once is asked for all of them, once") {
    Model model(std::vector<int>(1000, 1));
    CHECK(model.search().empty());
    CHECK(model.asked() == 1);
    CHECK(Model({}).search().empty());
}

TEST_CASE("values that are missing at the end") {
    std::vector<int> times(1000, 1);
    for (std::size_t i = 992; i < 1000; ++i) times[i] = 0;
    Model model(times);
    const auto found = model.search();
    REQUIRE(found.size() == 1);
    check(found[0], 992, 1000, 0);
    CHECK(model.asked() < 20);
}

TEST_CASE("all values are missing") {
    const auto found = Model(std::vector<int>(77, 0)).search();
    REQUIRE(found.size() == 1);
    check(found[0], 0, 77, 0);
}

TEST_CASE("one value is added three times, another one never") {
    std::vector<int> times(4096, 1);
    times[5] = 3;
    times[4000] = 0;
    const auto found = Model(times).search();
    REQUIRE(found.size() == 2);
    check(found[0], 5, 6, 3);
    check(found[1], 4000, 4001, 0);
}

TEST_CASE("every second value is missing: the first ones are named") {
    std::vector<int> times(64, 1);
    for (std::size_t i = 0; i < 64; i += 2) times[i] = 0;
    const auto found = Model(times).search();
    REQUIRE(found.size() > 4);
    for (std::size_t i = 0; i < 4; ++i) check(found[i], 2 * i, 2 * i + 1, 0);
}

TEST_CASE("questions that run out, and calls that fail, leave what was found") {
    std::vector<int> times(1 << 20, 1);
    times[777'777] = 0;
    CHECK(Model(times).search(4).empty());
    const auto nothing = wrong_contributions(
        10, 40, [](std::size_t, std::size_t) { return std::optional<double>(); });
    CHECK(nothing.empty());
}
