#include "cli/class/budget.hpp"

#include <algorithm>

namespace workbook::cli {

ClassBudget class_budget(std::size_t jobs, std::uint64_t memory, std::size_t count,
                         std::uint64_t limit) {
    const auto each = limit == 0 ? memory_of_lesson : limit + memory_of_checker;
    const auto most = static_cast<std::size_t>(memory / each);
    const auto lessons = std::max<std::size_t>(1, std::min(jobs, most));
    ClassBudget budget;
    budget.submissions = std::max<std::size_t>(1, std::min(lessons, count));
    budget.lessons = std::max<std::size_t>(1, lessons / budget.submissions);
    return budget;
}

} // namespace workbook::cli
