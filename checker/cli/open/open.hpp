// `workbook open`: the workbook as a page in a browser, beside the editor.
//
// Two processes: watch's loop, which starts others and therefore has no threads, and this one,
// whose threads answer the browser. The loop sends snapshots of its model, and takes orders.
#pragma once

#include "cli/watch/loop.hpp"

#include <functional>

namespace workbook::cli::open {

// Serves until Ctrl-C, then throws Interrupted. `on_address` is told where the page is. Throws
// UserError.
void serve_pages(const Course& course, const Lesson& lesson, const watch::WatchOptions& options,
                 int port, const std::function<void(const std::string&)>& on_address);

} // namespace workbook::cli::open
