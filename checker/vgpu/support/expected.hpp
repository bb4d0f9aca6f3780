// Errors as values: a result that is either a value or a diagnostic with a place.
//
// C++20 has no std::expected; this is the part of it that the virtual GPU needs. What a guest
// program does wrong is never an assertion or an exception here: it travels in one of these.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <variant>

namespace vgpu {

// A place in a text, counted from 1; 0 means that the place is not known.
struct Position {
    int line = 0;
    int column = 0;
};

// What is wrong with an input and where. The message is one sentence for a person.
struct Diagnostic {
    std::string message;
    Position position;
    std::size_t unit = 0;     // where several texts were read: which of them, counted from 0
    bool unsupported = false; // it is right, and the virtual GPU cannot do it
};

template <class Value>
class [[nodiscard]] Expected {
  public:
    Expected(Value value) : state_(std::in_place_index<0>, std::move(value)) {}
    Expected(Diagnostic diagnostic) : state_(std::in_place_index<1>, std::move(diagnostic)) {}

    explicit operator bool() const { return state_.index() == 0; }
    Value& operator*() { return std::get<0>(state_); }
    const Value& operator*() const { return std::get<0>(state_); }
    Value* operator->() { return &std::get<0>(state_); }
    const Value* operator->() const { return &std::get<0>(state_); }
    const Diagnostic& error() const { return std::get<1>(state_); }

  private:
    std::variant<Value, Diagnostic> state_;
};

} // namespace vgpu
