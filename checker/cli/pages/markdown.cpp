#include "cli/pages/markdown.hpp"

#include "cli/formats/html_parts.hpp"

#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <memory>
#include <regex>
#include <vector>

namespace workbook::cli::pages {
namespace {

constexpr int options = CMARK_OPT_UNSAFE | CMARK_OPT_VALIDATE_UTF8;

struct Free {
    void operator()(cmark_node* node) const { cmark_node_free(node); }
    void operator()(cmark_parser* parser) const { cmark_parser_free(parser); }
    void operator()(cmark_iter* iterator) const { cmark_iter_free(iterator); }
    void operator()(char* text) const { cmark_get_default_mem_allocator()->free(text); }
};
using Node = std::unique_ptr<cmark_node, Free>;
using Parser = std::unique_ptr<cmark_parser, Free>;

// The extensions belong to the parser and are needed until the tree has been written.
struct Document {
    Parser parser;
    Node root;
};

Document parsed(const std::string& text) {
    cmark_gfm_core_extensions_ensure_registered();
    Document document{Parser(cmark_parser_new(options)), nullptr};
    for (const char* name : {"table", "autolink"})
        if (auto* extension = cmark_find_syntax_extension(name))
            cmark_parser_attach_syntax_extension(document.parser.get(), extension);
    cmark_parser_feed(document.parser.get(), text.data(), text.size());
    document.root.reset(cmark_parser_finish(document.parser.get()));
    return document;
}

std::vector<cmark_node*> nodes_of(cmark_node* root) {
    std::vector<cmark_node*> nodes;
    const std::unique_ptr<cmark_iter, Free> iterator(cmark_iter_new(root));
    for (auto event = cmark_iter_next(iterator.get()); event != CMARK_EVENT_DONE;
         event = cmark_iter_next(iterator.get()))
        if (event == CMARK_EVENT_ENTER) nodes.push_back(cmark_iter_get_node(iterator.get()));
    return nodes;
}

std::string words_in(cmark_node* node) {
    std::string text;
    for (cmark_node* inner : nodes_of(node)) {
        const auto type = cmark_node_get_type(inner);
        if (type == CMARK_NODE_TEXT || type == CMARK_NODE_CODE)
            text += cmark_node_get_literal(inner);
        if (type == CMARK_NODE_SOFTBREAK) text += ' ';
    }
    return text;
}

// Where it begins; not every node knows it.
int line_of(cmark_node* node) {
    int line = 0;
    for (; node != nullptr && line == 0; node = cmark_node_parent(node))
        line = cmark_node_get_start_line(node);
    return std::max(line, 1);
}

// src and srcset of pictures, href of links. `line`: where the HTML begins.
std::string rewritten_html(const std::string& html, int line, const Rewrite& rewrite) {
    static const std::regex address(R"re(\b(src|srcset|href)="([^"]*)")re");
    std::string text;
    std::size_t done = 0;
    for (std::sregex_iterator match(html.begin(), html.end(), address), end; match != end;
         ++match) {
        const auto at = static_cast<std::size_t>(match->position());
        const std::string kind = (*match)[1];
        line += static_cast<int>(std::count(html.begin() + static_cast<std::ptrdiff_t>(done),
                                            html.begin() + match->position(), '\n'));
        text += html.substr(done, at - done) + kind + "=\"" +
                html_text(rewrite({(*match)[2], kind != "href", line})) + '"';
        done = at + static_cast<std::size_t>(match->length());
    }
    return text + html.substr(done);
}

bool is_html(cmark_node* node) {
    const auto type = cmark_node_get_type(node);
    return type == CMARK_NODE_HTML_BLOCK || type == CMARK_NODE_HTML_INLINE;
}

void rewrite_addresses(cmark_node* node, const Rewrite& rewrite) {
    const auto type = cmark_node_get_type(node);
    if (type == CMARK_NODE_LINK || type == CMARK_NODE_IMAGE) {
        const auto address =
            rewrite({cmark_node_get_url(node), type == CMARK_NODE_IMAGE, line_of(node)});
        cmark_node_set_url(node, address.c_str());
    } else if (is_html(node)) {
        const auto html = rewritten_html(cmark_node_get_literal(node), line_of(node), rewrite);
        cmark_node_set_literal(node, html.c_str());
    }
}

// The names of a text's headings, in their order: of two with the same words, the second ends in
// "-1".
class HeadingNames {
  public:
    std::string next(cmark_node* heading) {
        const std::string name = heading_name(words_in(heading));
        const int count = seen_[name]++;
        return count == 0 ? name : name + "-" + std::to_string(count);
    }

  private:
    std::map<std::string, int> seen_;
};

void enter_anchor(cmark_node* heading, const std::string& name) {
    cmark_node* anchor = cmark_node_new(CMARK_NODE_HTML_INLINE);
    cmark_node_set_literal(anchor, ("<a id=\"" + html_text(name) + "\"></a>").c_str());
    if (cmark_node_prepend_child(heading, anchor) == 0) cmark_node_free(anchor);
}

// A block of code that is wider than the page can be scrolled without a mouse.
std::string scrolled_by_keys(const std::string& html) {
    static const std::regex block("<pre>");
    return std::regex_replace(html, block, "<pre tabindex=\"0\">");
}

// By how much the HTML changes the number of <details> that are open.
int folds_opened(const std::string& html) {
    static const std::regex fold("<(/?)details\\b");
    int opened = 0;
    for (std::sregex_iterator match(html.begin(), html.end(), fold), end; match != end; ++match)
        opened += (*match)[1].length() == 0 ? 1 : -1;
    return opened;
}

// The words of a node that has words of its own and no other such nodes in it; else nothing.
std::string own_words(cmark_node* node) {
    const auto type = cmark_node_get_type(node);
    if (type == CMARK_NODE_CODE_BLOCK) return cmark_node_get_literal(node);
    const bool has_words = type == CMARK_NODE_PARAGRAPH ||
                           std::string_view(cmark_node_get_type_string(node)) == "table_cell";
    return has_words ? words_in(node) : "";
}

} // namespace

std::string html_of_markdown(const std::string& text, const Rewrite& rewrite) {
    const Document document = parsed(text);
    HeadingNames names;
    for (cmark_node* node : nodes_of(document.root.get())) {
        rewrite_addresses(node, rewrite);
        if (cmark_node_get_type(node) == CMARK_NODE_HEADING) enter_anchor(node, names.next(node));
    }
    const std::unique_ptr<char, Free> html(cmark_render_html(
        document.root.get(), options, cmark_parser_get_syntax_extensions(document.parser.get())));
    return scrolled_by_keys(html.get());
}

std::string title_of_markdown(const std::string& text) {
    const Document document = parsed(text);
    for (cmark_node* node : nodes_of(document.root.get()))
        if (cmark_node_get_type(node) == CMARK_NODE_HEADING) return words_in(node);
    return "";
}

std::set<std::string> anchors_of_markdown(const std::string& text) {
    static const std::regex id(R"re(\bid="([^"]*)")re");
    const Document document = parsed(text);
    HeadingNames names;
    std::set<std::string> anchors;
    for (cmark_node* node : nodes_of(document.root.get())) {
        if (cmark_node_get_type(node) == CMARK_NODE_HEADING) anchors.insert(names.next(node));
        if (!is_html(node)) continue;
        const std::string html = cmark_node_get_literal(node);
        for (std::sregex_iterator match(html.begin(), html.end(), id), end; match != end; ++match)
            anchors.insert((*match)[1]);
    }
    return anchors;
}

std::vector<Section> sections_of_markdown(const std::string& text) {
    const Document document = parsed(text);
    HeadingNames names;
    std::vector<Section> sections(1);
    int folds = 0;
    for (cmark_node* node : nodes_of(document.root.get())) {
        if (is_html(node)) folds += folds_opened(cmark_node_get_literal(node));
        if (cmark_node_get_type(node) == CMARK_NODE_HEADING)
            sections.push_back({words_in(node), names.next(node), ""});
        const std::string words = folds > 0 ? "" : own_words(node);
        if (!words.empty()) sections.back().words += words + '\n';
    }
    return sections;
}

// Capital letters become small ones: of ASCII, and of Latin-1, which is "Ä" to "Þ" with the byte
// 0xC3 before them.
std::string heading_name(std::string_view heading) {
    constexpr unsigned char latin = 0xC3, first = 0x80, last = 0x9E, times = 0x97;
    std::string name;
    unsigned char before = 0;
    for (const char letter : heading) {
        const auto code = static_cast<unsigned char>(letter);
        const bool is_capital = before == latin && code >= first && code <= last && code != times;
        before = code;
        if (is_capital)
            name += static_cast<char>(code + 0x20);
        else if (std::isalnum(code) != 0 || letter == '-' || letter == '_' || code >= 0x80)
            name += static_cast<char>(std::tolower(code));
        else if (letter == ' ')
            name += '-';
    }
    return name;
}

} // namespace workbook::cli::pages
