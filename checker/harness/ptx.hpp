// Facts of the compiled code: the PTX in the learner program.
//
//     CHECK_THAT(learner_ptx(), has_no(R"(\.f64)", "the kernel computes in double precision"));
//     CHECK_THAT(learner_ptx().kernel("reduce"), has("shfl", "no shuffle is in the kernel"));
#pragma once

#include "harness/verdict.hpp"

#include <catch2/matchers/catch_matchers.hpp>

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace workbook {

// One instruction, or one declaration inside a function; or one of the compiler's labels, which has
// no file ("$L__BB0_2:").
struct PtxLine {
    std::string text;                            // without comment and surrounding space
    std::shared_ptr<const std::string> function; // that it is in: its mangled name
    std::shared_ptr<const std::string> file;     // of the CUDA source, its last component; or null
    int line = 0;
};

class Ptx {
  public:
    // Only what functions contain is kept: no comments, no debug sections, no .loc.
    static Ptx parse(const std::string& text);

    const std::vector<PtxLine>& lines() const { return lines_; }
    // The functions and kernels that are called `name`, in whatever namespace, or are instances of
    // a template of that name. What they are called is the student's choice: nothing is demangled.
    Ptx kernel(const std::string& name) const;
    // The functions and kernels of one of several programs that were compiled as one. The first
    // name is its namespace; others are qualified names that it shares. "not x_": what mentions
    // another namespace that begins so is another program's.
    Ptx with_names(const std::vector<std::string>& names) const;
    // Why there are no lines; "" if there are.
    const std::string& problem() const { return problem_; }
    void set_problem(std::string problem) { problem_ = std::move(problem); }

  private:
    Ptx of_functions(const std::function<bool(const std::string&)>& wanted) const;

    std::vector<PtxLine> lines_;
    std::string problem_;
};

struct PtxSource {
    std::string path;
    bool is_text = false;                  // a .ptx file, else a program
    std::vector<std::string> only_names{}; // as with_names() takes them; none: all functions
};
void set_ptx_source(PtxSource source);

// The PTX of the learner's program; read once.
const Ptx& learner_ptx();

// PTX of a program on disk, or of a .ptx file.
Ptx read_ptx(const PtxSource& source);

class PtxMatcher final : public Catch::Matchers::MatcherBase<Ptx> {
  public:
    PtxMatcher(std::string pattern, bool wanted, std::string why)
        : pattern_(std::move(pattern)), wanted_(wanted), why_(std::move(why)) {}
    bool match(const Ptx& ptx) const override;
    std::string describe() const override { return why_; }

  private:
    std::string pattern_;
    bool wanted_;
    std::string why_;
};

// A regular expression (ECMAScript) that is found in some line, or in none.
inline PtxMatcher has(std::string pattern, std::string why) {
    return {std::move(pattern), true, std::move(why)};
}
inline PtxMatcher has_no(std::string pattern, std::string why) {
    return {std::move(pattern), false, std::move(why)};
}

} // namespace workbook

template <>
struct Catch::StringMaker<workbook::Ptx> {
    static std::string convert(const workbook::Ptx&) { return "the PTX"; }
};
