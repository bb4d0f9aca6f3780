// What a check asks of the lines that a call printed, from kernels and from the host.
#pragma once

#include "harness/matchers.hpp"

#include <string>
#include <vector>

namespace workbook {

// These lines in any order, each as often as it stands there, and no others.
class PrintedLines final : public RunMatcher {
  public:
    explicit PrintedLines(std::vector<std::string> lines) : lines_(std::move(lines)) {}
    bool match(const Run& run) const override;

  private:
    std::vector<std::string> lines_;
};
inline PrintedLines printed_lines(std::vector<std::string> lines) {
    return PrintedLines(std::move(lines));
}

// Kernels printed these lines, each as often as it stands there: what the host prints, after the
// kernels or in their place, does not count. A real GPU does not tell.
class PrintedByKernels final : public RunMatcher {
  public:
    explicit PrintedByKernels(std::vector<std::string> lines) : lines_(std::move(lines)) {}
    bool match(const Run& run) const override;

  private:
    std::vector<std::string> lines_;
};
inline PrintedByKernels printed_by_kernels(std::vector<std::string> lines) {
    return PrintedByKernels(std::move(lines));
}

class PrintedLast final : public RunMatcher {
  public:
    explicit PrintedLast(std::string line) : line_(std::move(line)) {}
    bool match(const Run& run) const override;

  private:
    std::string line_;
};
inline PrintedLast printed_last(std::string line) { return PrintedLast(std::move(line)); }

} // namespace workbook
