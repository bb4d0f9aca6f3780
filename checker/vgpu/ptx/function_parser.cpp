#include "vgpu/ptx/function_parser.hpp"

#include "vgpu/ptx/constant.hpp"
#include "vgpu/ptx/variable_parser.hpp"

#include <fmt/format.h>

#include <limits>

namespace vgpu::ptx {

FunctionParser::FunctionParser(Context& context, Linkage linkage, bool is_entry)
    : context_(context), cursor_(context.cursor), scopes_(function_.registers) {
    function_.linkage = linkage;
    function_.is_entry = is_entry;
}

bool FunctionParser::parse() {
    std::vector<std::string_view> parameter_names;
    if (!parse_header(parameter_names)) return false;
    if (!declare_parameters(parameter_names)) return false;
    // The name is known inside its own body: functions call themselves.
    if (!announce()) return false;
    if (cursor_.accept(';')) return publish();
    if (!cursor_.at('{')) return cursor_.fail_expected("'{' or ';' after the function's header");
    function_.has_body = true;
    return parse_body() && publish();
}

// Names of the results come first, as in the text.
bool FunctionParser::declare_parameters(const std::vector<std::string_view>& names) {
    for (std::size_t i = 0; i < names.size(); ++i) {
        Variable& variable = i < function_.returns.size()
                                 ? function_.returns[i]
                                 : function_.parameters[i - function_.returns.size()];
        Binding binding{Binding::Kind::parameter};
        if (variable.space == Space::reg) {
            variable.reg = static_cast<Index>(function_.registers.size());
            binding = {Binding::Kind::reg, variable.reg, variable.type, 1};
            function_.registers.push_back({variable.name, variable.type});
        }
        if (names[i] != "_" && !scopes_.declare(names[i], binding))
            return cursor_.fail(
                fmt::format("two parameters of {} are named {}", function_.name, names[i]));
    }
    return true;
}

// [(returns)] name [(parameters)] directives
bool FunctionParser::parse_header(std::vector<std::string_view>& parameter_names) {
    while (cursor_.at_dotted(".attribute")) { // .attribute(.unified(1, 2))
        while (!cursor_.at(')') && !cursor_.at_end()) cursor_.take();
        while (cursor_.accept(')')) {
        }
    }
    if (!function_.is_entry && cursor_.at('(') &&
        !parse_parameters(context_, function_.returns, parameter_names, true))
        return false;
    Token name;
    if (!cursor_.spend(8) || !cursor_.expect_identifier("a function's name", name)) return false;
    name_ = name.text;
    function_.name = name.text;
    function_.position = name.position;
    if (cursor_.at('(') &&
        !parse_parameters(context_, function_.parameters, parameter_names, !function_.is_entry))
        return false;
    while (cursor_.at(TokenKind::dotted)) {
        const Token directive = cursor_.take();
        if (!parse_header_directive(directive)) return false;
    }
    return true;
}

bool FunctionParser::parse_header_directive(const Token& directive) {
    if (directive.text == ".maxntid") return parse_dimensions(function_.maxntid);
    if (directive.text == ".reqntid") return parse_dimensions(function_.reqntid);
    if (directive.text == ".minnctapersm") return parse_uint(function_.minnctapersm);
    if (directive.text == ".maxnreg") return parse_uint(function_.maxnreg);
    if (directive.text == ".pragma") return cursor_.skip_pragma();
    // The rest is kept as it stands: ".reqnctapercluster 2, 1, 1".
    std::string text(directive.text);
    for (bool first = true; cursor_.at(TokenKind::number) || (!first && cursor_.at(','));
         first = false) {
        if (!first) {
            cursor_.take();
            text += ',';
        }
        std::uint64_t value = 0;
        if (!parse_count(cursor_, "a directive's value", std::numeric_limits<std::uint32_t>::max(),
                         value))
            return false;
        text += fmt::format(" {}", value);
    }
    function_.other_directives.push_back(std::move(text));
    return cursor_.spend();
}

// "256", "16, 16" or "8, 8, 4": dimensions that are left out are 1.
bool FunctionParser::parse_dimensions(std::uint32_t (&dimensions)[3]) {
    dimensions[1] = dimensions[2] = 1;
    if (!parse_uint(dimensions[0])) return false;
    for (int i = 1; i < 3 && cursor_.accept(','); ++i)
        if (!parse_uint(dimensions[i])) return false;
    return true;
}

bool FunctionParser::parse_uint(std::uint32_t& value) {
    std::uint64_t wide = 0;
    if (!parse_count(cursor_, "a directive's value", std::numeric_limits<std::uint32_t>::max(),
                     wide))
        return false;
    value = static_cast<std::uint32_t>(wide);
    return true;
}

// Takes the function's place in the module, or finds the one its declaration took.
bool FunctionParser::announce() {
    std::vector<Function>& functions = context_.module.functions;
    const auto [place, is_new] =
        context_.symbols.try_emplace(name_, Symbol{Symbol::Kind::function, no_index});
    if (is_new) {
        place->second.index = static_cast<Index>(functions.size());
        Function declaration;
        declaration.name = function_.name;
        declaration.is_entry = function_.is_entry;
        functions.push_back(std::move(declaration));
        is_first_ = true;
    } else if (place->second.kind != Symbol::Kind::function) {
        return cursor_.fail(function_.position,
                            fmt::format("{} is a variable already", function_.name));
    }
    index_ = place->second.index;
    return true;
}

// A definition replaces declarations; a second definition is an error.
bool FunctionParser::publish() {
    Function& known = context_.module.functions[index_];
    if (!function_.has_body && !is_first_) return true;
    if (known.has_body)
        return cursor_.fail(function_.position, fmt::format("{} is defined twice", function_.name));
    known = std::move(function_);
    return true;
}

bool FunctionParser::parse_body() {
    context_.debug.begin_function();
    if (!open_scope()) return false;
    while (!marks_.empty())
        if (!parse_statement()) return false;
    return leave_to_module();
}

bool FunctionParser::open_scope() {
    if (marks_.size() >= limits::scope_depth)
        return cursor_.fail("scopes are nested too deeply here");
    cursor_.take();
    marks_.push_back({labels_.size(), open_names_.size()});
    scopes_.open();
    return cursor_.spend();
}

bool FunctionParser::close_scope() {
    cursor_.take();
    const ScopeMarks marks = marks_.back();
    marks_.pop_back();
    scopes_.close(ended_);
    for (Index variable : ended_) variable_open_[variable] = false;
    return resolve_labels(marks);
}

bool FunctionParser::parse_statement() {
    switch (cursor_.token().kind) {
    case TokenKind::identifier: {
        const Token name = cursor_.take();
        return cursor_.at(':') ? parse_label(name) : parse_instruction(name, nullptr);
    }
    case TokenKind::dotted:
        return parse_directive();
    case TokenKind::punctuation:
        if (cursor_.at('@')) return parse_guarded();
        if (cursor_.at('{')) return open_scope();
        if (cursor_.at('}')) return close_scope();
        if (cursor_.accept(';')) return true; // inline assembly often ends in one too many
        [[fallthrough]];
    default:
        return cursor_.fail_expected("an instruction, a directive or '}'");
    }
}

bool FunctionParser::parse_directive() {
    const Token directive = cursor_.take();
    if (directive.text == ".loc") return context_.debug.parse_loc(cursor_, location_);
    if (directive.text == ".reg") return parse_registers();
    if (directive.text == ".file") return context_.debug.parse_file(cursor_);
    if (directive.text == ".pragma") return cursor_.skip_pragma();
    if (directive.text == ".section") return context_.debug.parse_section(cursor_);
    const bool is_extern = directive.text == ".extern";
    const Token space_name =
        is_extern && cursor_.at(TokenKind::dotted) ? cursor_.take() : directive;
    const auto space = space_of_directive(space_name.text);
    const bool is_shared_by_all = space == Space::constant || space == Space::global;
    if (space && *space != Space::reg && !(is_shared_by_all && is_extern))
        return parse_variables(*space, is_extern ? Linkage::external : Linkage::internal);
    if (space)
        return cursor_.fail(
            space_name.position,
            fmt::format("{} variables are declared outside functions", space_name.text));
    return cursor_.fail(directive.position,
                        fmt::format("{} is not a directive of a function's body", directive.text));
}

// .reg .b32 %r<100>, %x; .reg .v4 .f32 color;
bool FunctionParser::parse_registers() {
    Type type = Type::none;
    int width = 1;
    if (!parse_typed(cursor_, type, width)) return false;
    do {
        Token name;
        if (!cursor_.spend(2 * static_cast<std::size_t>(width)) ||
            !cursor_.expect_identifier("a register's name", name))
            return false;
        std::uint64_t count = static_cast<std::uint64_t>(width);
        const bool is_range = cursor_.accept('<');
        if (is_range) {
            const auto number = parse_number(cursor_.token().text);
            if (width > 1) return cursor_.fail("vector registers are declared one by one");
            if (!cursor_.at(TokenKind::number) || !number || !number->is_integer())
                return cursor_.fail_expected("the number of registers");
            count = number->bits;
            if (count > limits::registers)
                return cursor_.fail(fmt::format("{} registers are too many: a function may have {}",
                                                count, limits::registers));
            cursor_.take();
            if (!cursor_.expect('>', "after the number of registers")) return false;
        }
        declared_registers_ += count;
        context_.declared_registers += count;
        if (declared_registers_ > limits::registers ||
            context_.declared_registers > limits::module_registers)
            return cursor_.fail(
                name.position,
                fmt::format("too many registers: a function may have {}, a module {}",
                            limits::registers, limits::module_registers));
        Binding binding{Binding::Kind::reg, no_index, type, width};
        if (width > 1) {
            binding.kind = Binding::Kind::vector_reg;
            binding.index = static_cast<Index>(function_.registers.size());
            for (int i = 0; i < width; ++i)
                function_.registers.push_back(
                    {fmt::format("{}.{}", name.text, "xyzwabcd"[i]), type});
        }
        const bool is_new =
            is_range ? scopes_.declare_range(name.text, static_cast<std::uint32_t>(count), type)
                     : scopes_.declare(name.text, binding);
        if (!is_new)
            return cursor_.fail(name.position,
                                fmt::format("{} is declared already in this scope", name.text));
    } while (cursor_.accept(','));
    return cursor_.expect(';', "after the registers");
}

bool FunctionParser::parse_variables(Space space, Linkage linkage) {
    return ptx::parse_variables(context_, {.space = space, .linkage = linkage},
                                [this](Variable variable, std::string_view name) {
                                    return declare_variable(std::move(variable), name);
                                });
}

// `.const .u32 table[2] = {1, 2};` inside of a function: the module's, but for its name.
bool FunctionParser::declare_module_variable(Variable variable, std::string_view name) {
    std::vector<Variable>& variables = context_.module.variables;
    const Position position = variable.position;
    if (!cursor_.spend(8)) return false;
    variable.name = fmt::format("{}@{}", unique_name(name), function_.name);
    variables.push_back(std::move(variable));
    const auto index = static_cast<Index>(variables.size() - 1);
    if (scopes_.declare(name, {Binding::Kind::module_variable, index})) return true;
    return cursor_.fail(position, fmt::format("{} is declared already in this scope", name));
}

bool FunctionParser::declare_variable(Variable variable, std::string_view name) {
    if (variable.space == Space::constant || variable.space == Space::global)
        return declare_module_variable(std::move(variable), name);
    // nvcc gives each call a scope with blocks param0, param1, ...: thousands of them in one
    // function, of which one of each shape is enough.
    std::string key;
    Index index = no_index;
    if (variable.space == Space::param) {
        key = fmt::format("{} {} {} {}", name, static_cast<int>(variable.type), variable.alignment,
                          variable.size);
        const auto known = call_blocks_.find(key);
        if (known != call_blocks_.end() && !variable_open_[known->second]) index = known->second;
    }
    const Position position = variable.position;
    if (index == no_index) {
        index = static_cast<Index>(function_.variables.size());
        variable.name = unique_name(name);
        if (variable.space == Space::param) call_blocks_[key] = index;
        function_.variables.push_back(std::move(variable));
        variable_open_.push_back(true);
    }
    variable_open_[index] = true;
    if (scopes_.declare(name, {Binding::Kind::variable, index})) return true;
    return cursor_.fail(position, fmt::format("{} is declared already in this scope", name));
}

std::string FunctionParser::unique_name(std::string_view name) {
    int& uses = name_uses_[std::string(name)];
    // Names of the module and of the parameters are taken from the start.
    if (uses == 0 && (context_.symbols.contains(name) || scopes_.find(name))) uses = 1;
    ++uses;
    return uses == 1 ? std::string(name) : fmt::format("{}@{}", name, uses);
}

bool FunctionParser::parse_label(const Token& name) {
    cursor_.take();
    if (cursor_.accept_dotted(".callprototype")) return parse_prototype(name);
    if (cursor_.accept_dotted(".branchtargets")) return parse_targets(name, false);
    if (cursor_.accept_dotted(".calltargets")) return parse_targets(name, true);
    labels_.push_back(
        {Label::Kind::code, name.text, static_cast<Index>(function_.body.size()), name.position});
    return cursor_.spend();
}

// prototype_7 : .callprototype (.param .b32 _) _ (.param .b64 _);
bool FunctionParser::parse_prototype(const Token& name) {
    CallPrototype prototype;
    std::vector<std::string_view> ignored;
    Token placeholder;
    if (cursor_.at('(') && !parse_parameters(context_, prototype.returns, ignored, true))
        return false;
    if (!cursor_.spend() || !cursor_.expect_identifier("'_' for the function's name", placeholder))
        return false;
    if (cursor_.at('(') && !parse_parameters(context_, prototype.parameters, ignored, true))
        return false;
    while (cursor_.at(TokenKind::dotted)) {
        const Token directive = cursor_.take();
        prototype.noreturn |= directive.text == ".noreturn";
        if (cursor_.at(TokenKind::number)) cursor_.take(); // .abi_preserve 16
    }
    prototype.name = unique_name(name.text);
    labels_.push_back({Label::Kind::prototype, name.text,
                       static_cast<Index>(function_.prototypes.size()), name.position});
    function_.prototypes.push_back(std::move(prototype));
    return cursor_.expect(';', "after the prototype");
}

// table: .branchtargets L1, L2; or .calltargets f, g; which only promises what the call may reach.
bool FunctionParser::parse_targets(const Token& name, bool of_calls) {
    const Index index = static_cast<Index>(function_.branch_targets.size());
    BranchTargets targets;
    targets.name = unique_name(name.text);
    do {
        Token target;
        if (!cursor_.spend() || !cursor_.expect_identifier("a label", target)) return false;
        if (of_calls) {
            context_.mentions.push_back({target.text, target.position});
            continue;
        }
        const Index place = static_cast<Index>(targets.targets.size());
        open_names_.push_back({target.text, target.position, true, index, place});
        targets.targets.push_back({std::string(target.text), no_index});
    } while (cursor_.accept(','));
    labels_.push_back({Label::Kind::targets, name.text, index, name.position});
    function_.branch_targets.push_back(std::move(targets));
    return cursor_.expect(';', "after the targets");
}

// Resolves the names of labels that are used in the scope that closes; the others wait for the
// scopes around it.
bool FunctionParser::resolve_labels(const ScopeMarks& marks) {
    if (labels_.size() == marks.labels) return true;
    std::unordered_map<std::string_view, const Label*> by_name;
    for (std::size_t i = marks.labels; i < labels_.size(); ++i)
        if (!by_name.emplace(labels_[i].name, &labels_[i]).second)
            return cursor_.fail(
                labels_[i].position,
                fmt::format("the label {} stands twice in this scope", labels_[i].name));
    std::size_t kept = marks.open_names;
    for (std::size_t i = marks.open_names; i < open_names_.size(); ++i) {
        const auto label = by_name.find(open_names_[i].name);
        if (label == by_name.end())
            open_names_[kept++] = open_names_[i];
        else if (!resolve(open_names_[i], *label->second))
            return false;
    }
    open_names_.resize(kept);
    labels_.resize(marks.labels);
    return true;
}

bool FunctionParser::resolve(const OpenName& open_name, const Label& label) {
    if (open_name.in_targets) {
        if (label.kind != Label::Kind::code)
            return cursor_.fail(open_name.position,
                                fmt::format("{} is no place to branch to", label.name));
        function_.branch_targets[open_name.owner].targets[open_name.place].target = label.index;
        return true;
    }
    LabelOperand operand{std::string(label.name), no_index};
    if (label.kind == Label::Kind::code)
        operand.target = label.index;
    else if (label.kind == Label::Kind::prototype)
        operand.name = function_.prototypes[label.index].name;
    else
        operand.name = function_.branch_targets[label.index].name;
    function_.body[open_name.owner].operands[open_name.place].value = std::move(operand);
    return true;
}

// What is no label of the function must be a symbol of the module: perhaps one that is declared
// later.
bool FunctionParser::leave_to_module() {
    for (const OpenName& open_name : open_names_) {
        if (open_name.in_targets)
            return cursor_.fail(
                open_name.position,
                fmt::format("the label {} does not stand in this scope", open_name.name));
        function_.body[open_name.owner].operands[open_name.place].value =
            SymbolOperand{std::string(open_name.name), 0};
        context_.mentions.push_back({open_name.name, open_name.position});
    }
    return true;
}

// @%p1 bra L;  @!%p1 bra L;
bool FunctionParser::parse_guarded() {
    const Position position = cursor_.take().position;
    Guard guard;
    guard.negated = cursor_.accept('!');
    Token name;
    if (!cursor_.expect_identifier("a predicate after '@'", name) ||
        !find_register(name, guard.reg))
        return false;
    if (function_.registers[guard.reg].type != Type::pred)
        return cursor_.fail(name.position, fmt::format("{} is not a predicate", name.text));
    Token opcode;
    if (!cursor_.expect_identifier("an instruction after its guard", opcode)) return false;
    opcode.position = position;
    return parse_instruction(opcode, &guard);
}

bool FunctionParser::parse_instruction(const Token& opcode, const Guard* guard) {
    modifiers_.clear();
    operands_.clear();
    in_call_ = opcode.text == "call";
    while (cursor_.at(TokenKind::dotted)) modifiers_.push_back(cursor_.take().text.substr(1));
    if (modifiers_.size() > limits::modifiers)
        return cursor_.fail(opcode.position, "this instruction has too many modifiers");
    if (!cursor_.at(';')) {
        do {
            if (operands_.size() >= limits::operands)
                return cursor_.fail("this instruction has too many operands");
            if (!parse_operand(operands_.emplace_back())) return false;
        } while (cursor_.accept(','));
    }
    if (!cursor_.spend(2 + modifiers_.size() + operands_.size())) return false;
    Instruction& instruction = function_.body.emplace_back();
    instruction.opcode = opcode.text;
    instruction.modifiers.assign(modifiers_.begin(), modifiers_.end());
    instruction.operands.assign(std::make_move_iterator(operands_.begin()),
                                std::make_move_iterator(operands_.end()));
    if (guard) instruction.guard = *guard;
    instruction.position = opcode.position;
    instruction.location = location_;
    return cursor_.expect(';', "after the instruction");
}

} // namespace vgpu::ptx
