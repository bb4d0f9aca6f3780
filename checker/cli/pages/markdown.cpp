#include "cli/pages/markdown.hpp"

#include "cli/formats/html_parts.hpp"

#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm.h>

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

// src and srcset of pictures, href of links.
std::string rewritten_html(const std::string& html, const Rewrite& rewrite) {
    static const std::regex address(R"re(\b(src|srcset|href)="([^"]*)")re");
    std::string text;
    std::size_t done = 0;
    for (std::sregex_iterator match(html.begin(), html.end(), address), end; match != end;
         ++match) {
        const auto at = static_cast<std::size_t>(match->position());
        const std::string kind = (*match)[1];
        text += html.substr(done, at - done) + kind + "=\"" +
                html_text(rewrite((*match)[2], kind != "href")) + '"';
        done = at + static_cast<std::size_t>(match->length());
    }
    return text + html.substr(done);
}

void rewrite_addresses(cmark_node* node, const Rewrite& rewrite) {
    const auto type = cmark_node_get_type(node);
    if (type == CMARK_NODE_LINK || type == CMARK_NODE_IMAGE) {
        const auto address = rewrite(cmark_node_get_url(node), type == CMARK_NODE_IMAGE);
        cmark_node_set_url(node, address.c_str());
    } else if (type == CMARK_NODE_HTML_BLOCK || type == CMARK_NODE_HTML_INLINE) {
        const auto html = rewritten_html(cmark_node_get_literal(node), rewrite);
        cmark_node_set_literal(node, html.c_str());
    }
}

// Two headings of the same words get different names: the second ends in "-1".
void name_heading(cmark_node* heading, std::map<std::string, int>& seen) {
    std::string name = heading_name(words_in(heading));
    if (const int count = seen[name]++; count > 0) name += "-" + std::to_string(count);
    cmark_node* anchor = cmark_node_new(CMARK_NODE_HTML_INLINE);
    cmark_node_set_literal(anchor, ("<a id=\"" + html_text(name) + "\"></a>").c_str());
    if (cmark_node_prepend_child(heading, anchor) == 0) cmark_node_free(anchor);
}

} // namespace

std::string html_of_markdown(const std::string& text, const Rewrite& rewrite) {
    const Document document = parsed(text);
    std::map<std::string, int> seen;
    for (cmark_node* node : nodes_of(document.root.get())) {
        rewrite_addresses(node, rewrite);
        if (cmark_node_get_type(node) == CMARK_NODE_HEADING) name_heading(node, seen);
    }
    const std::unique_ptr<char, Free> html(cmark_render_html(
        document.root.get(), options, cmark_parser_get_syntax_extensions(document.parser.get())));
    return html.get();
}

std::string title_of_markdown(const std::string& text) {
    const Document document = parsed(text);
    for (cmark_node* node : nodes_of(document.root.get()))
        if (cmark_node_get_type(node) == CMARK_NODE_HEADING) return words_in(node);
    return "";
}

std::string heading_name(std::string_view heading) {
    std::string name;
    for (const char letter : heading) {
        const auto code = static_cast<unsigned char>(letter);
        if (std::isalnum(code) != 0 || letter == '-' || letter == '_' || code >= 0x80)
            name += static_cast<char>(std::tolower(code));
        else if (letter == ' ')
            name += '-';
    }
    return name;
}

} // namespace workbook::cli::pages
