// The program's link to the engine: a channel for each thread that calls CUDA, and what the engine
// asks for while it serves a call.
//
// This library decides nothing: the engine owns the device, its memory and all reports about it. A
// program that changes this library's memory changes what it asks for, and no more.
#pragma once

#include "vgpu/calls/calls.hpp"

#include <optional>
#include <span>
#include <string>

namespace vgpu::client {

// One call under way.
class Call {
  public:
    // `flags` as in calls::Header.
    Call(calls::Function function, std::uint32_t flags = 0);

    // False when there is no engine: then nothing else may be asked.
    bool has_engine() const { return thread_ != nullptr; }
    calls::Writer& arguments() { return *writer_; }
    // Bytes at the end that belong to no argument; last.
    void attach(std::span<const std::byte> bytes);
    // Sends it and serves the engine until the result is there. cudaErrorInitializationError when
    // there is no engine.
    cudaError_t make();
    // What comes back, behind the result.
    calls::Reader& results() { return *reader_; }

    struct Thread;

  private:
    void serve(const calls::Packet& packet);

    Thread* thread_;
    calls::Header header_;
    std::optional<calls::Writer> writer_;
    std::optional<calls::Reader> reader_;
};

// Whether the program uses the engine by now.
bool is_linked();
// How many calls all threads have begun so far.
std::uint64_t calls_so_far();
// At the end of a checker's call: ends the library's own thread.
void rest();

// A pointer that travels as a number.
inline std::uint64_t number_of(const void* pointer) {
    return reinterpret_cast<std::uint64_t>(pointer);
}

// The arguments of a typed call.
template <class Type>
void put_argument(calls::Writer& writer, Type value) {
    if constexpr (calls::passing_of<Type>() == calls::Passing::value) {
        writer.put(value);
    } else {
        writer.put(static_cast<std::uint8_t>(value != nullptr));
        if (value == nullptr) return;
        if constexpr (calls::passing_of<Type>() == calls::Passing::text)
            writer.text(writer.that_fits(value));
        else
            writer.put(*value);
    }
}

template <class Type>
void take_back(calls::Reader& reader, Type value) {
    if constexpr (calls::passing_of<Type>() == calls::Passing::inout) {
        using Value = std::remove_pointer_t<Type>;
        if (value != nullptr) *value = reader.get<Value>();
    }
}

template <class... Arguments>
cudaError_t typed_call(calls::Function function, std::uint32_t flags, Arguments... arguments) {
    Call call(function, flags);
    if (call.has_engine()) (put_argument(call.arguments(), arguments), ...);
    const cudaError_t error = call.make();
    if (call.has_engine()) (take_back(call.results(), arguments), ...);
    return error;
}

template <class... Arguments>
cudaError_t raw_call(calls::Function function, std::uint32_t flags, Arguments... arguments) {
    Call call(function, flags);
    if (call.has_engine()) (call.arguments().put(arguments), ...);
    return call.make();
}

// Reports an error that this library found by itself, as the engine reports its own errors.
cudaError_t fail(const char* api, cudaError_t error, const std::string& explanation,
                 bool loud = false);

} // namespace vgpu::client
