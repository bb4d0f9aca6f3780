#include "cli/pages/sources.hpp"

#include "cli/formats/html_parts.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <vector>

namespace workbook::cli::pages {

namespace fs = std::filesystem;

std::string html_of_source(const std::string& place, const std::string& source) {
    return fmt::format("<h1>{}</h1>\n<p class=\"soft\">{}</p>\n"
                       "<pre tabindex=\"0\"><code>{}</code></pre>\n",
                       html_text(fs::path(place).filename().string()), html_text(place),
                       html_text(source));
}

std::string html_of_folder(const Course& course, const std::string& place,
                           const std::function<Entry(const std::string& file)>& entry_of) {
    std::vector<fs::directory_entry> entries(fs::directory_iterator(course.root / place), {});
    std::ranges::sort(entries);
    std::string rows;
    for (const auto& entry : entries) {
        if (!entry.is_regular_file()) continue;
        const std::string name = entry.path().filename().string();
        const Entry shown = entry_of(place.empty() ? name : place + "/" + name);
        if (!shown.address.empty())
            rows += fmt::format("<li><a href=\"{}\">{}</a></li>\n", html_text(shown.address),
                                html_text(shown.title.empty() ? name : shown.title));
    }
    return fmt::format("<h1>{}</h1>\n<ul>\n{}</ul>\n", html_text(place), rows);
}

} // namespace workbook::cli::pages
