// Checks of lesson 23. Formulas are drawn anew in each run, so no compiled kernel can have been
// there before. The numbers are so small that the results are exact in all three types, but where a
// case says otherwise.
#include "ptx_and_nvrtc.hpp"

#include "harness/harness.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cstdint>
#include <functional>
#include <sstream>
#include <string>
#include <unordered_map>
#include <utility>

using namespace workbook;

WORKBOOK_PROMISE(does_not_wait, apply_float, apply_int, apply_double)
WORKBOOK_PROMISE(reports_errors, apply_float, apply_int, apply_double)

WORKBOOK_EXCEPT(any_address, "they count, and count on", compilations, refuse_question)
WORKBOOK_EXCEPT(current_device, "they count, and count on", compilations, refuse_question)
WORKBOOK_EXCEPT(keeps_errors, "it is for the next call", refuse_question)
WORKBOOK_EXCEPT(gives_back, "what was compiled is kept for the next call", apply_float, apply_int,
                apply_double)

namespace {

// NVRTC compiles with threads that it keeps, on a machine with many processors.
[[maybe_unused]] const bool threads_allowed = allow_threads();
[[maybe_unused]] const bool other_device_code_allowed = allow_other_device_code();

constexpr std::size_t log_room = 4000, ptx_room = 100'000;

std::vector<char> text(const std::string& characters) {
    return {characters.c_str(), characters.c_str() + characters.size() + 1};
}

// What a `char*` output holds, up to the zero.
std::string text_of(const Run& run, std::size_t argument) {
    const auto characters = run.output<char>(argument);
    const auto end = std::find(characters.begin(), characters.end(), '\0');
    if (end == characters.end())
        FAIL("the text in " << name_of_argument(run.record(), argument)
                            << " has no zero at its end");
    return {characters.begin(), end};
}

// slope * x + offset, with numbers of this run.
struct Line {
    int slope = random_integers<int>(1, 2, 400)[0];
    int offset = random_integers<int>(1, 2, 9000)[0];
    std::string formula() const {
        return std::to_string(slope) + " * x + " + std::to_string(offset);
    }
};

template <class T>
std::vector<T> small_numbers(std::size_t n) {
    const auto numbers = random_integers<int>(n, -1000, 1000);
    return {numbers.begin(), numbers.end()};
}

template <class T>
Run run_apply(const std::string& formula, const std::vector<T>& in, std::size_t room = log_room) {
    const std::size_t n = in.size();
    if constexpr (std::is_same_v<T, float>)
        return WORKBOOK_RUN(apply_float, workbook::in(text(formula)), device_in(in),
                            device_out<float>(n), n, out<char>(room), room);
    else if constexpr (std::is_same_v<T, int>)
        return WORKBOOK_RUN(apply_int, workbook::in(text(formula)), device_in(in),
                            device_out<int>(n), n, out<char>(room), room);
    else
        return WORKBOOK_RUN(apply_double, workbook::in(text(formula)), device_in(in),
                            device_out<double>(n), n, out<char>(room), room);
}

// The launch as TODO 4 asks for it, and no wait.
class LaunchedAndLeft final : public RunMatcher {
  public:
    bool match(const Run& run) const override {
        for (const Launch& launch : run.launches())
            if (launch.block.x != 256)
                return fails(Verdict::requirement, "the kernel was launched with blocks of " +
                                                       std::to_string(launch.block.x) +
                                                       " threads; threads_per_block is 256");
        if (run.waits().empty()) return true;
        return fails(Verdict::requirement, "the function called " +
                                               describe_call(run.waits().front()) +
                                               ": it is not to wait for the kernel");
    }
};

// How much device code the call loaded, as the virtual GPU saw it: what was not compiled once more
// need not be loaded once more. A program that goes past given.cu to the compiler does not go past
// the GPU.
class LoadedCode final : public RunMatcher {
  public:
    explicit LoadedCode(std::uint32_t most) : most_(most) {}
    bool match(const Run& run) const override {
        std::uint64_t loaded = 0;
        for (const auto& [api, count] : run.trace().calls)
            if (api.starts_with("cudaLibraryLoad")) loaded += count;
        if (loaded <= most_) return true;
        return fails(Verdict::requirement,
                     "the function loaded device code " + std::to_string(loaded) + " times, and " +
                         std::to_string(most_) +
                         " times are needed: a kernel that was compiled before is there, keep it "
                         "(TODO 3)");
    }

  private:
    std::uint32_t most_;
};

// The formula can be compiled and gives what `expected` gives.
template <class T, class Expected>
Run check_apply(const std::string& formula, std::size_t n, Expected expected) {
    INFO("formula \"" << formula << "\", n = " << n);
    const auto in = small_numbers<T>(n);
    const Run run = run_apply<T>(formula, in);
    REQUIRE_THAT(run, completed());
    const std::string log = text_of(run, 4);
    INFO("log: \"" << log << "\"");
    REQUIRE_THAT(run, returned(true));
    std::vector<T> results(n);
    std::transform(in.begin(), in.end(), results.begin(), expected);
    REQUIRE_THAT(run, output_equals(2, results).from({1}));
    if (!log.empty()) FAIL("the formula can be compiled: the log is to be the empty text");
    CHECK_THAT(run, launched(n > 0 ? 1 : 0));
    REQUIRE_THAT(run, LaunchedAndLeft());
    return run;
}

int compilations_so_far() {
    const Run run = WORKBOOK_RUN(compilations);
    REQUIRE_THAT(run, completed());
    return run.returned<int>();
}

struct Compiled {
    int times; // that the compiler ran meanwhile, as given.cu counts
    Run run;
};

template <class Work>
Compiled compiled_by(Work work) {
    const int before = compilations_so_far();
    const Run run = work();
    return {compilations_so_far() - before, run};
}

// As the header says.
PtxFacts facts_of_text(const std::string& ptx) {
    PtxFacts facts{0, 0, 0};
    std::istringstream lines(ptx);
    for (std::string line; std::getline(lines, line);) {
        // What stands there is the student's: it need not be a number.
        if (line.rfind(".target sm_", 0) == 0)
            std::from_chars(line.data() + 11, line.data() + line.size(), facts.target);
        if (line.find(".entry") != std::string::npos) ++facts.kernels;
        const auto first = std::find_if(line.begin(), line.end(),
                                        [](unsigned char c) { return !std::isspace(c); });
        if (line.find(".f64") != std::string::npos && *first != '.' && *first != '/')
            ++facts.double_instructions;
    }
    return facts;
}

struct Facts {
    PtxFacts told, right;
    std::string ptx;
};

Facts check_facts(const std::string& formula, const char* profile = "") {
    INFO("facts of \"" << formula << "\"" << (*profile ? " on the profile " : "") << profile);
    const Run run = *profile ? WORKBOOK_RUN_ON(profile, facts_of_float, in(text(formula)),
                                               out<PtxFacts>(1), out<char>(ptx_room), ptx_room)
                             : WORKBOOK_RUN(facts_of_float, in(text(formula)), out<PtxFacts>(1),
                                            out<char>(ptx_room), ptx_room);
    REQUIRE_THAT(run, completed());
    REQUIRE_THAT(run, returned(true));
    Facts facts{run.output<PtxFacts>(1)[0], {}, text_of(run, 2)};
    if (facts.ptx.find(".version") == std::string::npos)
        FAIL("what compile() gave as PTX has no line .version; it begins with \""
             << facts.ptx.substr(0, 60) << "\"");
    facts.right = facts_of_text(facts.ptx);
    if (const auto target = facts.ptx.find("\n.target ");
        target != std::string::npos &&
        facts.ptx.substr(target + 1, facts.ptx.find('\n', target + 1) - target).find("debug") !=
            std::string::npos)
        FAIL("the PTX is debug code (\".target ..., debug\"), which is not optimised: the compiler "
             "was "
             "given -G or --device-debug");
    if (facts.right.kernels != 1)
        FAIL("the PTX has " << facts.right.kernels
                            << " kernels: a template is compiled only for the types that are asked "
                               "for, and one was");
    return facts;
}

// Two formulas of which std::hash makes the same 32 bits, with this text before and behind them.
std::pair<std::string, std::string> formulas_of_one_hash(const std::string& before,
                                                         const std::string& behind) {
    std::unordered_map<std::uint32_t, std::string> known;
    for (int number = random_integers<int>(1, 1, 1'000'000)[0];; ++number) {
        const std::string formula = "x + " + std::to_string(number % 8'000'000);
        const auto hash =
            static_cast<std::uint32_t>(std::hash<std::string>()(before + formula + behind));
        if (const auto [entry, is_new] = known.try_emplace(hash, formula); !is_new)
            return {entry->second, formula};
    }
}

} // namespace

TEST_CASE("a formula that is known only now, for any n", "[weight:2]") {
    const Line line;
    for (const std::size_t n : awkward_sizes()) {
        check_apply<float>(line.formula(), n,
                           [&](float x) { return line.slope * x + line.offset; });
    }
    check_apply<float>("x * x - 2 * x", 1000, [](float x) { return x * x - 2 * x; });
    check_apply<float>("x > 0 ? x : -x", 1000, [](float x) { return x > 0 ? x : -x; });
}

TEST_CASE("each type for itself", "[weight:2]") {
    // A quotient tells the types apart: whole numbers drop the rest, float rounds to 24 bits.
    const int divisor = 3 + 4 * random_integers<int>(1, 1, 20)[0];
    const std::string formula = "x / " + std::to_string(divisor);
    for (const std::size_t n : {0, 33, 5000}) {
        check_apply<int>(formula, n, [&](int x) { return x / divisor; });
        check_apply<float>(formula, n, [&](float x) { return x / static_cast<float>(divisor); });
        check_apply<double>(formula, n, [&](double x) { return x / divisor; });
    }
}

TEST_CASE("a formula that cannot be compiled") {
    const Line line;
    const std::string name = "slope_" + std::to_string(line.offset);
    const std::string formula = name + " * x";
    const auto numbers = small_numbers<float>(100);
    INFO("formula \"" << formula << "\"");
    const Run run = run_apply<float>(formula, numbers);
    REQUIRE_THAT(run, completed());
    REQUIRE_THAT(run, returned(false));
    CHECK_THAT(run, launched(0));
    const std::string log = text_of(run, 4);
    if (log.find(name) == std::string::npos)
        FAIL("the log does not say what is wrong: it should be the compiler's, which names "
             << name << "; it is \"" << log << "\"");
    if (log.find("error") == std::string::npos)
        FAIL("the log is not the compiler's, which says \"error\"; it is \"" << log << "\"");

    // Little room; then a formula in order, whose log is empty.
    const Run little = run_apply<float>(formula, numbers, 20);
    REQUIRE_THAT(little, completed());
    REQUIRE_THAT(little, returned(false));
    if (text_of(little, 4) != log.substr(0, 19))
        FAIL("where there is room for 20 characters, the log is to be the first 19 and a zero; it "
             "is \""
             << text_of(little, 4) << "\"");
    check_apply<float>(line.formula(), 100, [&](float x) { return line.slope * x + line.offset; });
}

TEST_CASE("errors that NVRTC reports") {
    const auto refuse = [](int number) {
        const Run run = WORKBOOK_RUN(refuse_question, number);
        REQUIRE_THAT(run, completed());
        return run.returned<int>();
    };
    const auto apply = [](bool in_order) {
        const std::string formula = Line().formula();
        return run_apply<float>(in_order ? formula : "no_such_name + " + formula,
                                small_numbers<float>(40));
    };
    for (const bool in_order : {true, false}) {
        refuse(0);
        REQUIRE_THAT(apply(in_order), completed());
        const int questions = refuse(0);
        // Without the PTX nothing can be loaded, and without the log nothing be told.
        if (questions < (in_order ? 2 : 1))
            FAIL("of NVRTC's functions (not counting nvrtcCreateProgram and nvrtcCompileProgram) "
                 << questions << " were called for a formula that can" << (in_order ? "" : "not")
                 << " be compiled: its PTX and its log come by them");
        for (int number = 1; number <= questions; ++number) {
            refuse(number);
            const Run run = apply(in_order);
            if (!run.record().threw)
                FAIL("of " << questions << " calls of NVRTC for a formula that can"
                           << (in_order ? "" : "not") << " be compiled (not counting "
                           << "nvrtcCreateProgram and nvrtcCompileProgram), call " << number
                           << " failed, and nothing was thrown. "
                           << "Look at what each call returns");
        }
    }
    refuse(0);
}

TEST_CASE("what was compiled before is not compiled again", "[weight:2]") {
    const Line a, b;
    const auto apply_a = [&] {
        return check_apply<float>(a.formula(), 40, [&](float x) { return a.slope * x + a.offset; });
    };
    const auto apply_b = [&] {
        return check_apply<float>(b.formula(), 40, [&](float x) { return b.slope * x + b.offset; });
    };
    const auto apply_a_to_int = [&] {
        return check_apply<int>(a.formula(), 40, [&](int x) { return a.slope * x + a.offset; });
    };
    const auto check = [](const char* what, const Compiled& compiled, int expected) {
        if (compiled.times != expected)
            FAIL(what << ": the compiler ran " << compiled.times << " times, " << expected
                      << " are needed");
        INFO(what);
        REQUIRE_THAT(compiled.run, LoadedCode(static_cast<std::uint32_t>(expected)));
    };
    check("formula a for the first time, float", compiled_by(apply_a), 1);
    check("formula a for the second time, float", compiled_by(apply_a), 0);
    if (a.formula() != b.formula())
        check("formula b for the first time, float", compiled_by(apply_b), 1);
    check("formula a for the first time, int", compiled_by(apply_a_to_int), 1);
    check("formula a once more, float, after others", compiled_by(apply_a), 0);
    check("formula b once more, float", compiled_by(apply_b), 0);
    check("formula a once more, int", compiled_by(apply_a_to_int), 0);
    // A table of kernels by a hash alone takes one formula's for the other's.
    for (const auto& [before, behind] : {std::pair{"", ""}, {"", "float"}, {"float", ""}}) {
        const auto [one, other] = formulas_of_one_hash(before, behind);
        INFO("two formulas with the same hash: \"" << one << "\" and \"" << other << "\"");
        for (const std::string& formula : {one, other})
            check_apply<float>(formula, 40, [number = std::stoi(formula.substr(4))](float x) {
                return x + static_cast<float>(number);
            });
    }
}

TEST_CASE("facts from the PTX") {
    const std::string factor = std::to_string(random_integers<int>(1, 2, 99)[0]);
    for (const std::string& formula :
         {factor + ".5f * x", "sqrt(x + " + factor + ")", std::string("sin(x)"),
          "x * x - " + factor + ".0 * x", std::string("exp(-0.5 * x * x)")}) {
        const Facts facts = check_facts(formula);
        const auto compare = [&](const char* fact, int told, int right) {
            if (told != right)
                FAIL("facts of \"" << formula << "\": " << fact << " is " << told
                                   << "; in the PTX it is " << right);
        };
        compare("target", facts.told.target, facts.right.target);
        compare("kernels", facts.told.kernels, facts.right.kernels);
        compare("double_instructions", facts.told.double_instructions,
                facts.right.double_instructions);
    }
}

// Lines of all kinds: with a predicate, a label, tabs and spaces before, comments, declarations,
// two kernels.
TEST_CASE("facts from a PTX of the checker's") {
    const int target = 10 * random_integers<int>(1, 5, 12)[0];
    const std::string ptx =
        "//\n// fma.rn.f64 in a comment\n.version 9.0\n.target sm_" + std::to_string(target) +
        "\n.address_size 64\n\n.visible .entry first(\n\t.param .f64 first_param_0\n)\n{\n"
        "\t.reg .f64 \t%fd<9>;\n\tld.param.f64 \t%fd1, [first_param_0];\n"
        "  @%p1 fma.rn.f64 \t%fd2, %fd1, %fd1, %fd1;\n@!%p2 bra \t$there;\n"
        "\t// %fd2 is .f64\n\tcvt.f64.f32 \t%fd3, %f1;\n\tadd.f32 \t%f1, %f1, %f1;\n$there:\n"
        "\tret;\n}\n.visible .entry second()\n{\n\t{ mov.f64 %fd4, %fd3; }\n"
        "$here: neg.f64 \t%fd4, %fd4;\n/* abs.f64 in a comment */\n\tret;\n}\n";
    INFO("facts_of(a text with two kernels; one of its instructions in double has a predicate, "
         "\"@%p1 fma.rn.f64\")");
    const Run run = WORKBOOK_RUN(facts_of_ptx, in(text(ptx)), out<PtxFacts>(1));
    REQUIRE_THAT(run, completed());
    const PtxFacts told = run.output<PtxFacts>(1)[0], right = facts_of_text(ptx);
    const auto compare = [&](const char* fact, int number, int expected) {
        if (number != expected)
            FAIL(fact << " is " << number << "; in the text it is " << expected);
    };
    compare("target", told.target, right.target);
    compare("kernels", told.kernels, right.kernels);
    compare("double_instructions", told.double_instructions, right.double_instructions);
}

// The virtual GPU can be any of these; a real one is what it is.
TEST_CASE("compiled for the GPU that is there") {
    struct Card {
        const char* profile;
        int capability;
    };
    for (const auto& [profile, capability] :
         {Card{"t4", 75}, Card{"a100", 80}, Card{"h200", 90}, Card{"rtx4090", 89}}) {
        const Facts facts = check_facts(Line().formula(), profile);
        const Run run = WORKBOOK_RUN(compilations);
        if (run.record().on_virtual_gpu && facts.right.target != capability)
            FAIL("on the profile " << profile << " the PTX has .target sm_" << facts.right.target
                                   << "; the device's compute capability is " << capability / 10
                                   << "." << capability % 10
                                   << ". Was the compiler told an architecture, and this one?");
    }
}
