// The loop over 32 lanes, once. Semantics are functions of one lane's values; `lane<function>`
// turns one into a LaneFunction. What a lane function takes and returns says how its operands lie
// in registers:
//
//   bool                        a predicate, one bit of a mask
//   integers, float, double     their bits, in a word or a doubleword
//   Half, Bfloat                a 16-bit float in a word
//   Wide<T>                     a T in the low bits of a doubleword (relaxed operand widths)
//   Quad                        128 bits: low halves first, then the high halves
//   Results<A, B, ...>          several destinations
//
// All lanes are computed and the lanes of the mask are kept: no operation may trap, whatever
// garbage an inactive lane holds. Results may be sources at the same lane, which is what `ivdep`
// states.
#pragma once

#include "vgpu/isa/instruction.hpp"

#include <bit>
#include <concepts>
#include <tuple>
#include <type_traits>
#include <utility>

namespace vgpu::isa {

inline constexpr std::uint32_t all_lanes = 0xffffffffu;

struct Half {
    std::uint16_t bits = 0;
};
struct Bfloat {
    std::uint16_t bits = 0;
};

template <class T>
struct Wide {
    T value;
};

struct Quad {
    std::uint64_t low = 0, high = 0;
};

template <class... Ts>
struct Results {
    std::tuple<Ts...> values;
    explicit Results(Ts... each) : values(each...) {}
};

// How a T lies in one lane of a register.
template <class T>
struct LaneValue;

template <std::integral T>
requires(!std::same_as<T, bool>) struct LaneValue<T> {
    using Word = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;
    static T load(Word word) { return static_cast<T>(word); }
    static Word store(T value) { return static_cast<std::make_unsigned_t<T>>(value); }
};
template <>
struct LaneValue<float> {
    using Word = std::uint32_t;
    static float load(Word word) { return std::bit_cast<float>(word); }
    static Word store(float value) { return std::bit_cast<Word>(value); }
};
template <>
struct LaneValue<double> {
    using Word = std::uint64_t;
    static double load(Word word) { return std::bit_cast<double>(word); }
    static Word store(double value) { return std::bit_cast<Word>(value); }
};
template <class T>
requires(std::same_as<T, Half> || std::same_as<T, Bfloat>) struct LaneValue<T> {
    using Word = std::uint32_t;
    static T load(Word word) { return {static_cast<std::uint16_t>(word)}; }
    static Word store(T value) { return value.bits; }
};
template <class T>
struct LaneValue<Wide<T>> {
    using Word = std::uint64_t;
    static Wide<T> load(Word word) { return {static_cast<T>(word)}; }
    static Word store(Wide<T> value) { return static_cast<Word>(value.value); }
};

template <class T>
class SourceLanes {
  public:
    explicit SourceLanes(const void* at)
        : words_(static_cast<const typename LaneValue<T>::Word*>(at)) {}
    T operator[](int lane) const { return LaneValue<T>::load(words_[lane]); }

  private:
    const typename LaneValue<T>::Word* words_;
};
template <>
class SourceLanes<bool> {
  public:
    explicit SourceLanes(const void* at) : bits_(*static_cast<const std::uint32_t*>(at)) {}
    bool operator[](int lane) const { return (bits_ >> lane) & 1; }

  private:
    std::uint32_t bits_;
};
template <>
class SourceLanes<Quad> {
  public:
    explicit SourceLanes(const void* at) : words_(static_cast<const std::uint64_t*>(at)) {}
    Quad operator[](int lane) const { return {words_[lane], words_[warp_size + lane]}; }

  private:
    const std::uint64_t* words_;
};

template <class T>
class ResultLanes {
    using Word = typename LaneValue<T>::Word;

  public:
    explicit ResultLanes(void* at) : words_(static_cast<Word*>(at)) {}
    void put(int lane, T value) { words_[lane] = LaneValue<T>::store(value); }
    void put_if(bool active, int lane, T value) {
        const Word word = LaneValue<T>::store(value);
        words_[lane] = active ? word : words_[lane];
    }
    void finish(std::uint32_t) {}

  private:
    Word* words_;
};
template <>
class ResultLanes<bool> {
  public:
    explicit ResultLanes(void* at) : at_(static_cast<std::uint32_t*>(at)) {}
    void put(int lane, bool value) { bits_ |= static_cast<std::uint32_t>(value) << lane; }
    void put_if(bool, int lane, bool value) { put(lane, value); }
    void finish(std::uint32_t mask) { *at_ = (*at_ & ~mask) | (bits_ & mask); }

  private:
    std::uint32_t* at_;
    std::uint32_t bits_ = 0;
};
template <>
class ResultLanes<Quad> {
  public:
    explicit ResultLanes(void* at) : words_(static_cast<std::uint64_t*>(at)) {}
    void put(int lane, Quad value) {
        words_[lane] = value.low;
        words_[warp_size + lane] = value.high;
    }
    void put_if(bool active, int lane, Quad value) {
        if (active) put(lane, value);
    }
    void finish(std::uint32_t) {}

  private:
    std::uint64_t* words_;
};

// Computes every lane, then keeps the results of `mask`.
template <class Result, class Compute>
inline void for_each_lane(std::uint32_t mask, Result result, Compute compute) {
    if (mask == all_lanes) [[likely]] {
#pragma GCC ivdep
        for (int lane = 0; lane < warp_size; ++lane) result.put(lane, compute(lane));
    } else {
#pragma GCC ivdep
        for (int lane = 0; lane < warp_size; ++lane)
            result.put_if((mask >> lane) & 1, lane, compute(lane));
    }
    result.finish(mask);
}

template <class... Ts>
class ResultLanes<Results<Ts...>> {
  public:
    explicit ResultLanes(LaneArguments arguments)
        : ResultLanes(arguments, std::index_sequence_for<Ts...>{}) {}
    void put(int lane, const Results<Ts...>& value) {
        put_each(lane, value, std::index_sequence_for<Ts...>{});
    }
    void put_if(bool active, int lane, const Results<Ts...>& value) {
        put_each_if(active, lane, value, std::index_sequence_for<Ts...>{});
    }
    void finish(std::uint32_t mask) {
        std::apply([&](auto&... each) { (each.finish(mask), ...); }, lanes_);
    }

  private:
    template <std::size_t... I>
    ResultLanes(LaneArguments arguments, std::index_sequence<I...>)
        : lanes_(ResultLanes<Ts>(arguments.result(I))...) {}
    template <std::size_t... I>
    void put_each(int lane, const Results<Ts...>& value, std::index_sequence<I...>) {
        (std::get<I>(lanes_).put(lane, std::get<I>(value.values)), ...);
    }
    template <std::size_t... I>
    void put_each_if(bool active, int lane, const Results<Ts...>& value,
                     std::index_sequence<I...>) {
        (std::get<I>(lanes_).put_if(active, lane, std::get<I>(value.values)), ...);
    }

    std::tuple<ResultLanes<Ts>...> lanes_;
};

template <class T>
struct IsResults : std::false_type {};
template <class... Ts>
struct IsResults<Results<Ts...>> : std::true_type {};

template <auto Operation>
struct LaneLoop;

template <class R, class... S, R (*Operation)(S...)>
struct LaneLoop<Operation> {
    static_assert(sizeof...(S) <= most_sources);

    // flatten: a call in the loop would keep it from vectorising.
    [[gnu::flatten]] static void run(LaneArguments arguments, std::uint32_t mask) {
        run_with(arguments, mask, std::index_sequence_for<S...>{});
    }

  private:
    template <std::size_t... I>
    static void run_with(LaneArguments arguments, std::uint32_t mask, std::index_sequence<I...>) {
        const auto compute = [... source = SourceLanes<S>(arguments.source(I))](int lane) {
            return Operation(source[lane]...);
        };
        if constexpr (IsResults<R>::value)
            for_each_lane(mask, ResultLanes<R>(arguments), compute);
        else
            for_each_lane(mask, ResultLanes<R>(arguments.result(0)), compute);
    }
};

// The LaneFunction that runs a function of one lane's values on all lanes of the mask.
template <auto Operation>
inline constexpr LaneFunction lane = &LaneLoop<Operation>::run;

} // namespace vgpu::isa
