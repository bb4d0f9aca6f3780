// What Nsight Compute calls the numbers of a page, so that a reader finds them there again.
#pragma once

#include <string>
#include <string_view>

namespace workbook::cli {

// The metrics behind a column or a bar of the page, with the section of Nsight Compute that shows
// them; "" if it has none. Instructions are SASS there and PTX here.
std::string nsight_metric(std::string_view number);

// " title="..."" with the number's meaning and the metric.
std::string metric_title(std::string_view number, const std::string& meaning);

} // namespace workbook::cli
