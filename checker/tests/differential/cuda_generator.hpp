// Makes a random CUDA C++ program: its state while the text grows, and the parts that write it:
// statements (cuda_statements.cpp), what threads do together (cuda_together.cpp), and the program
// around them (generate_cuda.cpp).
#pragma once

#include "cuda_expressions.hpp"
#include "program.hpp"

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

namespace differential {

inline constexpr unsigned cells = 8, block_cells = 4; // in global memory; of each block

// What each cell of shared memory, global or the block's, is for.
struct CellUse {
    const char* type;
    const char* function;
    Type operand;
    bool small = false; // whole numbers, whose float sums are exact
};
// Where a statement stands: which lanes are there, and how often it runs.
struct Region {
    std::string mask = "mask";
    bool whole_block = false;
    bool in_loop = false; // of a program without masks: break and continue may be used
    unsigned depth = 0;
    unsigned repeats = 1;
};

class CudaGenerator {
  public:
    CudaGenerator(Program& program, std::uint64_t seed) : program_(program), random_(seed * 2) {}
    void generate();

  private:
    void line(const std::string& text) { text_ += std::string(indent_, ' ') + text + "\n"; }
    void open(const std::string& text) {
        line(text + " {");
        indent_ += 4;
        scopes_.emplace_back(e_.variables.size(), e_.arrays.size());
    }
    void close(const char* text = "}") {
        e_.variables.resize(scopes_.back().first);
        e_.arrays.resize(scopes_.back().second);
        scopes_.pop_back();
        indent_ -= 4;
        line(text);
    }
    std::string fresh(const char* prefix) { return fmt::format("{}{}", prefix, names_++); }
    const Variable* target();

    void structures();
    void functions();
    void classes();
    void kernel();
    void declare();
    void declare_structure();
    void declare_array();
    void fold(unsigned scope_start);

    void block(const Region& region, unsigned statements);
    void statement(const Region& region);
    void assign();
    void branch(const Region& region);
    void loop(const Region& region);
    void switch_(const Region& region);
    void call(const Region& region);
    void lambda(const Region& region);
    void warp(const Region& region);
    void phase(const Region& region);
    void atomic(const Region& region);
    std::string lanes(const Region& region, const std::string& condition);

    Program& program_;
    Random random_;
    bool half_ = random_.chance(25);
    bool masks_ = random_.chance(65);
    bool shared_ = random_.chance(60);
    bool virtual_ = random_.chance(40);
    CudaExpressions e_{random_, half_};
    std::string text_;
    unsigned indent_ = 0, names_ = 0, functions_ = 0;
    bool in_kernel_ = false;
    std::vector<std::pair<std::size_t, std::size_t>> scopes_;
    std::vector<std::vector<Variable>> members_; // of each structure
    std::vector<const CellUse*> cells_;          // then the block's
};

} // namespace differential
