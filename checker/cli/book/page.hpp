// The frame around each page of the book, and the pages that are made of no text of the course.
#pragma once

#include "cli/book/contents.hpp"
#include "cli/book/links.hpp"

#include <string>
#include <vector>

namespace workbook::cli::book {

inline constexpr const char* book_title = "CUDA Workbook";

struct Page {
    std::string address; // relative to the book
    std::string title;
    std::string body;                      // HTML
    std::string language = "en";           // of the body
    std::string previous = {}, next = {};  // HTML of links; "" where there is none
    std::vector<std::string> scripts = {}; // addresses, relative to the book
};

// The whole page: no address in it but relative ones, and no script but those named.
std::string html_of(const Page& page);

// HTML of a link.
std::string link_to(const std::string& address, const std::string& words,
                    const std::string& attributes = "");

// The list of all lessons and documents.
Page front_page(const Course& course, const std::vector<Text>& texts);

Page search_page();

// A source as it stands.
Page source_page(const std::string& place, const std::string& source);

// What is in a folder of the course. Notes in `links` what it links to.
Page folder_page(const Course& course, const std::string& place, Links& links);

} // namespace workbook::cli::book
