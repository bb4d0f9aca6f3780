// What a check asks of a run.
//
//     REQUIRE_THAT(run, completed());
//     CHECK_THAT(run, output_equals(2, expected));
//     CHECK_THAT(run, launched(1) && copied(0, host_to_device));
//
// A matcher that fails leaves a finding (verdict.hpp): the verdict it leads to, and a text for the
// student. Matchers of what the device did pass on a real GPU without a tracer, and say that
// nothing was measured.
#pragma once

#include "harness/diagnosis.hpp"
#include "harness/run.hpp"

#include <catch2/matchers/catch_matchers.hpp>

#include <concepts>
#include <limits>
#include <string>
#include <vector>

namespace workbook {

class RunMatcher : public Catch::Matchers::MatcherBase<Run> {
  public:
    std::string describe() const override { return text_; }

  protected:
    // Leaves the finding and returns false. Where it does not count, it returns true.
    bool fails(Verdict verdict, std::string text, std::string topic = {}) const;

  private:
    mutable std::string text_ = "is as expected";
};

// The call ended as it should: no crash, no deadline, no fault, no CUDA error left, nothing
// damaged.
class Completed final : public RunMatcher {
  public:
    bool match(const Run& run) const override;
};
inline Completed completed() { return {}; }

class OutputMatcher final : public RunMatcher {
  public:
    explicit OutputMatcher(Expectation expectation) : expectation_(std::move(expectation)) {}
    bool match(const Run& run) const override;
    // For outputs whose element i depends on element i of these input arguments: messages show
    // them.
    OutputMatcher from(std::vector<std::size_t> sources) const {
        OutputMatcher copy = *this;
        copy.expectation_.sources = std::move(sources);
        return copy;
    }
    // For outputs where a thread makes several elements, or none: messages name no thread.
    OutputMatcher by_any_thread() const {
        OutputMatcher copy = *this;
        copy.expectation_.by_any_thread = true;
        return copy;
    }
    // For outputs that add up the elements of argument `input`, each once: `sum_of(j)` is the
    // element of the output to which value j is added. Messages say which values a sum lacks.
    OutputMatcher adds_up(std::size_t input, std::function<std::size_t(std::size_t)> sum_of) const {
        OutputMatcher copy = *this;
        copy.expectation_.sums = Sums{input, std::move(sum_of)};
        return copy;
    }

  private:
    Expectation expectation_;
};

// Output argument `index` (counted from 0), bit for bit; NaN equals NaN.
template <class T>
OutputMatcher output_equals(std::size_t index, const std::vector<T>& expected) {
    return OutputMatcher({index, values_of(expected), {}, {}});
}

// The same for a matrix of `rows` rows, stored row after row; explains in rows and columns.
template <class T>
OutputMatcher outputs_shaped(std::size_t index, std::size_t rows, std::size_t columns,
                             const std::vector<T>& expected) {
    return OutputMatcher({index, values_of(expected), {}, Shape{rows, columns}});
}

// Within `most` ulps of the output's type; `expected` may be wider than the output.
template <std::floating_point T>
OutputMatcher output_within_ulp(std::size_t index, const std::vector<T>& expected, double most) {
    return OutputMatcher({index, values_of(expected), Tolerance{most, 0, 0}, {}});
}

struct RelativeTolerance {
    double value = 0;
};
struct AbsoluteTolerance {
    double value = 0;
};
inline RelativeTolerance relative(double value) { return {value}; }
inline AbsoluteTolerance absolute(double value) { return {value}; }

// |actual - expected| <= absolute + relative * |expected|.
template <std::floating_point T>
OutputMatcher output_close(std::size_t index, const std::vector<T>& expected,
                           RelativeTolerance relative, AbsoluteTolerance absolute = {}) {
    return OutputMatcher(
        {index, values_of(expected), Tolerance{0, relative.value, absolute.value}, {}});
}
template <std::floating_point T>
OutputMatcher output_close(std::size_t index, const std::vector<T>& expected,
                           AbsoluteTolerance absolute) {
    return output_close(index, expected, RelativeTolerance{}, absolute);
}

// Kernels launched by the call.
class Launched final : public RunMatcher {
  public:
    explicit Launched(std::size_t count) : count_(count) {}
    bool match(const Run& run) const override;

  private:
    std::size_t count_;
};
inline Launched launched(std::size_t count) { return Launched(count); }

struct Grid {
    Dim3 dim;
};
struct Block {
    Dim3 dim;
};
struct DynamicShared {
    std::uint64_t bytes = 0;
};
template <std::integral X, std::integral Y = int, std::integral Z = int>
Grid grid(X x, Y y = 1, Z z = 1) {
    return {{static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y),
             static_cast<std::uint32_t>(z)}};
}
template <std::integral X, std::integral Y = int, std::integral Z = int>
Block block(X x, Y y = 1, Z z = 1) {
    return {{static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y),
             static_cast<std::uint32_t>(z)}};
}
inline DynamicShared dynamic_shared(std::uint64_t bytes) { return {bytes}; }

// Shape of the first launch.
class LaunchedWith final : public RunMatcher {
  public:
    LaunchedWith(Grid grid, Block block, std::optional<DynamicShared> shared)
        : grid_(grid), block_(block), shared_(shared) {}
    bool match(const Run& run) const override;

  private:
    Grid grid_;
    Block block_;
    std::optional<DynamicShared> shared_;
};
inline LaunchedWith launched_with(Grid grid, Block block,
                                  std::optional<DynamicShared> shared = {}) {
    return {grid, block, shared};
}

// The kernel with most blocks has so many at least; `each` says what a block is for ("row").
class InBlocks final : public RunMatcher {
  public:
    InBlocks(std::uint64_t fewest, std::string each) : fewest_(fewest), each_(std::move(each)) {}
    bool match(const Run& run) const override;

  private:
    std::uint64_t fewest_;
    std::string each_;
};
template <std::integral Count>
InBlocks in_blocks(Count fewest, std::string each) {
    return {static_cast<std::uint64_t>(fewest), std::move(each)};
}

// All kernels of the call were launched cooperatively (cudaLaunchCooperativeKernel). On the virtual
// GPU only.
class LaunchedCooperatively final : public RunMatcher {
  public:
    bool match(const Run& run) const override;
};
inline LaunchedCooperatively launched_cooperatively() { return {}; }

// Copies made by the call in one direction: how many, or how many bytes in all.
class Copied final : public RunMatcher {
  public:
    enum class Unit { copies, bytes };
    Copied(Unit unit, std::uint64_t amount, CopyDirection direction)
        : unit_(unit), amount_(amount), direction_(direction) {}
    bool match(const Run& run) const override;

  private:
    Unit unit_;
    std::uint64_t amount_;
    CopyDirection direction_;
};
inline Copied copied(std::size_t count, CopyDirection direction) {
    return {Copied::Unit::copies, count, direction};
}
inline Copied copied_bytes(CopyDirection direction, std::uint64_t bytes) {
    return {Copied::Unit::bytes, bytes, direction};
}

// The host waited for nothing (cudaDeviceSynchronize, cudaStreamSynchronize, cudaEventSynchronize)
// between the call's first launch and its last: the work of one stream runs in order anyway.
class LaunchedWithoutWaiting final : public RunMatcher {
  public:
    bool match(const Run& run) const override;
};
inline LaunchedWithoutWaiting launched_without_waiting() { return {}; }

// The call neither allocated nor freed memory: all that it uses belongs to its caller.
class AllocatedNothing final : public RunMatcher {
  public:
    bool match(const Run& run) const override;
};
inline AllocatedNothing allocated_nothing() { return {}; }

// Every allocation of the call was freed in it.
class FreedEverything final : public RunMatcher {
  public:
    bool match(const Run& run) const override;
};
inline FreedEverything freed_everything() { return {}; }

// What a counter of the trace (docs/reference/trace.md), summed over the launches, is divided by.
struct Per {
    std::string counter; // "" for a plain number
    double number = 1;
    std::string unit; // of the number: "element"
};
inline Per per(std::string counter) { return {std::move(counter), 1, {}}; }
inline Per per(double number, std::string unit) { return {{}, number, std::move(unit)}; }

struct Bound {
    double low = -std::numeric_limits<double>::infinity();
    double high = std::numeric_limits<double>::infinity();
};
inline Bound at_most(double high) { return {.high = high}; }
inline Bound at_least(double low) { return {.low = low}; }
inline Bound exactly(double value) { return {value, value}; }

class Traffic final : public RunMatcher {
  public:
    Traffic(std::string counter, Per per, Bound bound, std::string why)
        : counter_(std::move(counter)), per_(std::move(per)), bound_(bound), why_(std::move(why)) {}
    bool match(const Run& run) const override;
    // Counts only launches of kernels whose name contains this.
    Traffic of_kernel(std::string name) const;

  private:
    std::string counter_;
    Per per_;
    Bound bound_;
    std::string why_;
    std::string kernel_;
};
inline Traffic traffic(std::string counter, Per per, Bound bound, std::string why) {
    return {std::move(counter), std::move(per), bound, std::move(why)};
}
inline Traffic traffic(std::string counter, Bound bound, std::string why) {
    return {std::move(counter), {}, bound, std::move(why)};
}

} // namespace workbook

// Catch2's own rendering of a failed assertion is not shown; findings are.
template <>
struct Catch::StringMaker<workbook::Run> {
    static std::string convert(const workbook::Run& run) { return run.record().function + "()"; }
};
