#include "vgpu/ptx/parser.hpp"

#include "vgpu/ptx/constant.hpp"
#include "vgpu/ptx/context.hpp"
#include "vgpu/ptx/function_parser.hpp"
#include "vgpu/ptx/symbol_names.hpp"
#include "vgpu/ptx/variable_parser.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace vgpu::ptx {
namespace {

// The directives of module scope (PTX ISA, "Directives").
class ModuleParser {
  public:
    explicit ModuleParser(std::string_view text) : context_(text) {}

    Expected<Module> parse() {
        const bool ok = parse_version() && parse_directives() && check_mentions();
        if (!ok) return context_.cursor.error();
        replace_aliases();
        context_.debug.finish(context_.module);
        return std::move(context_.module);
    }

  private:
    bool parse_version();
    bool parse_directives();
    bool parse_directive();
    bool parse_target();
    bool parse_address_size();
    bool parse_alias();
    bool parse_declaration(Token directive);
    bool parse_variables(Space space, Linkage linkage);
    bool add_variable(Variable variable, std::string_view name);
    bool check_mentions();
    void replace_aliases();
    void replace_alias(std::string& name);

    Context context_;
    Cursor& cursor_ = context_.cursor;
};

// .version 9.0, which comes first
bool ModuleParser::parse_version() {
    if (!cursor_.accept_dotted(".version")) return cursor_.fail_expected(".version: is this PTX?");
    const std::string_view text = cursor_.token().text;
    const char* end = text.data() + text.size();
    Module& module = context_.module;
    const auto [dot, error] = std::from_chars(text.data(), end, module.version_major);
    if (!cursor_.at(TokenKind::number) || error != std::errc{} || dot == end || *dot != '.' ||
        std::from_chars(dot + 1, end, module.version_minor).ptr != end)
        return cursor_.fail_expected("a version such as 8.7");
    cursor_.take();
    return true;
}

bool ModuleParser::parse_directives() {
    while (!cursor_.at_end())
        if (!parse_directive()) return false;
    return !cursor_.failed();
}

bool ModuleParser::parse_directive() {
    if (cursor_.accept(';')) return true;
    if (!cursor_.at(TokenKind::dotted)) return cursor_.fail_expected("a directive");
    const Token directive = cursor_.take();
    if (directive.text == ".file") return context_.debug.parse_file(cursor_);
    if (directive.text == ".section") return context_.debug.parse_section(cursor_);
    if (directive.text == ".target") return parse_target();
    if (directive.text == ".address_size") return parse_address_size();
    if (directive.text == ".pragma") return cursor_.skip_pragma();
    if (directive.text == ".alias") return parse_alias();
    if (directive.text == ".loc") {
        Index ignored = no_index;
        return context_.debug.parse_loc(cursor_, ignored);
    }
    return parse_declaration(directive);
}

// .target sm_80, debug
bool ModuleParser::parse_target() {
    Token name;
    if (!cursor_.expect_identifier("a target such as sm_80", name)) return false;
    if (context_.module.target.empty()) context_.module.target = name.text;
    while (cursor_.accept(','))
        if (!cursor_.expect_identifier("a target's option", name)) return false;
    return true;
}

bool ModuleParser::parse_address_size() {
    const Position position = cursor_.position();
    std::uint64_t size = 0;
    if (!parse_count(cursor_, "the address size", 64, size)) return false;
    if (size != 64) return cursor_.fail(position, "only PTX with 64-bit addresses is supported");
    return true;
}

// .alias a, b; a call of a is a call of b
bool ModuleParser::parse_alias() {
    Token alias, target;
    if (!cursor_.spend() || !cursor_.expect_identifier("the alias", alias) ||
        !cursor_.expect(',', "after the alias") ||
        !cursor_.expect_identifier("the function that the alias stands for", target))
        return false;
    context_.mentions.push_back({alias.text, alias.position});
    context_.mentions.push_back({target.text, target.position});
    if (!context_.aliases.emplace(alias.text, target.text).second)
        return cursor_.fail(alias.position, fmt::format("{} is an alias already", alias.text));
    return cursor_.expect(';', "after .alias");
}

bool ModuleParser::parse_declaration(Token directive) {
    Linkage linkage = Linkage::internal;
    const auto linkage_of = [](std::string_view text) -> std::optional<Linkage> {
        if (text == ".visible") return Linkage::visible;
        if (text == ".extern") return Linkage::external;
        if (text == ".weak") return Linkage::weak;
        if (text == ".common") return Linkage::common;
        return std::nullopt;
    };
    while (const auto stated = linkage_of(directive.text)) {
        linkage = *stated;
        if (!cursor_.at(TokenKind::dotted)) return cursor_.fail_expected("a declaration");
        directive = cursor_.take();
    }
    if (directive.text == ".entry" || directive.text == ".func")
        return FunctionParser(context_, linkage, directive.text == ".entry").parse();
    const auto space = space_of_directive(directive.text);
    if (space == Space::global || space == Space::constant || space == Space::shared ||
        space == Space::local)
        return parse_variables(*space, linkage);
    return cursor_.fail(directive.position,
                        fmt::format("{} is not a directive of a module", directive.text));
}

bool ModuleParser::parse_variables(Space space, Linkage linkage) {
    return ptx::parse_variables(context_, {.space = space, .linkage = linkage},
                                [this](Variable variable, std::string_view name) {
                                    return add_variable(std::move(variable), name);
                                });
}

// The same variable may be declared .extern any number of times and defined once.
bool ModuleParser::add_variable(Variable variable, std::string_view name) {
    std::vector<Variable>& variables = context_.module.variables;
    const auto [place, is_new] =
        context_.symbols.try_emplace(name, Symbol{Symbol::Kind::variable, no_index});
    if (is_new) {
        place->second.index = static_cast<Index>(variables.size());
        variables.push_back(std::move(variable));
        return true;
    }
    if (place->second.kind != Symbol::Kind::variable)
        return cursor_.fail(variable.position,
                            fmt::format("{} is a function already", variable.name));
    Variable& known = variables[place->second.index];
    if (variable.linkage == Linkage::external) return true;
    if (known.linkage != Linkage::external)
        return cursor_.fail(variable.position, fmt::format("{} is declared twice", variable.name));
    known = std::move(variable);
    return true;
}

bool ModuleParser::check_mentions() {
    for (const Context::Mention& mention : context_.mentions)
        if (!context_.symbols.contains(mention.name))
            return cursor_.fail(
                mention.position,
                fmt::format("{} is not declared: it names no register, label, variable "
                            "or function here",
                            mention.name));
    return true;
}

void ModuleParser::replace_alias(std::string& name) {
    // An alias of an alias is followed, a circle of them is not.
    for (std::size_t steps = 0; steps < context_.aliases.size() && steps < 16; ++steps) {
        const auto target = context_.aliases.find(name);
        if (target == context_.aliases.end()) return;
        name = target->second;
    }
}

// Done once here: except for a linker, no user of the parser has to know of aliases.
void ModuleParser::replace_aliases() {
    if (context_.aliases.empty()) return;
    rename_symbols(context_.module, [this](std::string& name) { replace_alias(name); });
    for (const auto& [name, target] : context_.aliases) {
        std::string end(target);
        replace_alias(end);
        context_.module.aliases.push_back({std::string(name), std::move(end)});
    }
    std::ranges::sort(context_.module.aliases, {}, &Alias::name);
}

} // namespace

Expected<Module> parse(std::string_view text) {
    if (text.size() > limits::text_size)
        return Diagnostic{fmt::format("this PTX text is too large: {} bytes, the limit is {} MiB",
                                      text.size(), limits::text_size >> 20),
                          {}};
    return ModuleParser(text).parse();
}

} // namespace vgpu::ptx
