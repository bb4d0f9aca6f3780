// Where the links of the book's texts lead. What a text links to and the book does not have is a
// complaint; what it needs besides the texts is noted, to be put into it.
//
// A link to a source, say a lesson's .cu file, leads to a page with the source in it: a reader
// wants to see the gaps and the interface that the lesson's text speaks of, also from a disk
// without a network, and as they were when the text was. With the address of a repository it leads
// there instead, where the whole of the sources is.
#pragma once

#include "cli/book/contents.hpp"
#include "cli/pages/markdown.hpp"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace workbook::cli::book {

class Links {
  public:
    // `source_url`: of the folder of the course in a repository, without "/" at its end; or "".
    Links(const Course& course, const std::vector<Text>& texts, std::string source_url);

    // The address in the page of `text` for one that stands in it.
    std::string resolved(const Text& text, const pages::Reference& reference);

    // The address in the page at `from` for a place of the course, which is noted; "" where there
    // is none such.
    std::string address_of(const std::string& from, const std::string& place);

    const Text* text_at(const std::string& place) const;

    const std::set<std::string>& pictures() const { return pictures_; }
    const std::set<std::string>& sources() const { return sources_; }
    const std::set<std::string>& folders() const { return folders_; }

    // "docs/a.md:12: ...", one for each link that leads nowhere.
    const std::vector<std::string>& complaints() const { return complaints_; }

  private:
    std::string mistake(const Text& text, const pages::Reference& reference,
                        const std::string& what);

    const Course& course_;
    std::map<std::string, const Text*> texts_; // by their places
    std::string source_url_;
    std::set<std::string> pictures_, sources_, folders_;
    std::vector<std::string> complaints_;
};

} // namespace workbook::cli::book
