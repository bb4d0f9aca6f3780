#include "harness/run.hpp"

#include <algorithm>

namespace workbook {

void Run::require_result() const {
    if (record_->returned_normally) return;
    for (const Finding& problem : record_->problems) Findings::add(problem);
    throw CallHasNoResult(record_->function + " did not return");
}

const ArgumentRecord& Run::array(std::size_t index) const {
    if (index >= record_->arguments.size() || !record_->arguments[index].spec.is_array())
        throw std::logic_error(record_->function + "() has no array where the check expects one");
    return record_->arguments[index];
}

bool Run::was_written(std::size_t argument, std::size_t index) const {
    require_result();
    const ArgumentRecord& record = array(argument);
    if (record.poison.empty() || index >= record.spec.count) return true;
    const std::size_t size = record.spec.element_bytes;
    return !std::equal(record.after.begin() + static_cast<std::ptrdiff_t>(index * size),
                       record.after.begin() + static_cast<std::ptrdiff_t>((index + 1) * size),
                       record.poison.begin() + static_cast<std::ptrdiff_t>(index * size));
}

bool Run::measures_traffic() const {
    return std::any_of(launches().begin(), launches().end(),
                       [](const Launch& launch) { return launch.measured(); });
}

} // namespace workbook
