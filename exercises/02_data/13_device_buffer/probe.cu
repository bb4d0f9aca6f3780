// Lesson 13, given: uses the class of your file, so that the checker has functions to call.
//
// Your file comes last: no macro in it can change what stands here. What the class is, is not known
// before, so all that uses it is a template of Buffer.
#include "device_buffer.hpp"
#include "given.hpp"

#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

template <typename T>
class DeviceBuffer;

template <typename Buffer, typename T>
void copy_there_and_back(const T* input, T* output, std::size_t n) {
    static_assert(
        std::is_move_constructible_v<Buffer> && std::is_move_assignable_v<Buffer>,
        "DeviceBuffer cannot be moved: where copies are deleted, both moves have to be written");
    Buffer buffer(n);
    buffer.copy_from_host(input);
    buffer.copy_to_host(output);
}

template <typename Buffer, typename T>
void copy_by_a_second(const T* input, T* output, std::size_t n) {
    Buffer first(n), second(n);
    first.copy_from_host(input);
    second.copy_from(first);
    second.copy_to_host(output);
}

// Moves a to b in one of three ways, and has b looked at while both are there.
template <typename Buffer, typename Look>
void move_and_look(int how, Buffer& a, std::size_t n, Look look) {
    if (how == into_a_new_one) {
        Buffer b(std::move(a));
        look(b);
    } else {
        Buffer b;
        if (how == into_one_that_owns) {
            b = Buffer(n + 100);
        }
        b = std::move(a);
        look(b);
    }
}

template <typename Buffer>
void copy_through_a_move(int how, const float* input, float* output, std::size_t n) {
    Buffer a(n);
    a.copy_from_host(input);
    move_and_look(how, a, n, [&](const Buffer& b) { b.copy_to_host(output); });
}

// What is asked of a and b after a move; before: where a.data() was.
template <typename Answer, typename Buffer, typename Question>
Answer ask_after_a_move(int how, std::size_t n, Question question) {
    Buffer a(n);
    const auto* before = a.data();
    Answer answer{};
    move_and_look(how, a, n, [&](const Buffer& b) { answer = question(a, b, before); });
    return answer;
}

template <typename Buffer>
void copy_moved_to_itself(const float* input, float* output, std::size_t n) {
    Buffer a(n);
    a.copy_from_host(input);
    Buffer& also_a = a; // the compiler would warn of a = std::move(a)
    a = std::move(also_a);
    a.copy_to_host(output);
}

template <typename Buffer>
Buffer filled(const float* input, std::size_t n) {
    Buffer buffer(n);
    buffer.copy_from_host(input);
    return buffer; // moved out, if not made in its place from the beginning
}

template <typename Buffer>
void copy_parts_reversed(const float* input, float* output, std::size_t n, std::size_t parts) {
    std::vector<Buffer> kept;
    for (std::size_t part = 0; part < parts; ++part) {
        kept.push_back(filled<Buffer>(input + part * n, n)); // a vector that grows moves
    }
    for (std::size_t part = 0; part < parts / 2; ++part) {
        std::swap(kept[part], kept[parts - 1 - part]);
    }
    for (std::size_t part = 0; part < parts; ++part) {
        kept[part].copy_to_host(output + part * n);
    }
}

// Asked of the language: what the library says of a type (std::is_copy_constructible_v) can be told
// it by a specialization.
template <typename Buffer>
bool has_a_copy() {
    constexpr bool constructor = requires(const Buffer* other) { Buffer(*other); };
    constexpr bool assignment = requires(Buffer * one, const Buffer* other) { *one = *other; };
    return constructor || assignment;
}

template <typename Buffer>
void take(Buffer buffer);

template <typename Buffer>
bool comes_from_a_number() {
    return requires(std::size_t count) { take<Buffer>(count); };
}

template <typename Buffer>
bool has_a_move_that_throws(Buffer* one, Buffer* other) {
    return !noexcept(Buffer(static_cast<Buffer&&>(*other))) ||
           !noexcept(*one = static_cast<Buffer&&>(*other));
}

template <typename Buffer>
bool throws_for(std::size_t count) {
    try {
        Buffer buffer(count);
        return false;
    } catch (const std::exception&) {
        return true;
    }
}

template <typename Buffer>
void throw_across(std::size_t n) {
    try {
        Buffer first(n);
        Buffer second(n);
        throw std::runtime_error("something else went wrong");
    } catch (const std::runtime_error&) {
        // first and second are gone by now
    }
}

template <typename Buffer>
bool throws_when_all_fails(std::size_t n) {
    std::vector<int> values(n);
    try {
        Buffer buffer(n);
        launch_nowhere();
        buffer.copy_to_host(values.data());
        return false;
    } catch (const std::exception&) {
        return true; // the buffer is gone by now, although its memory could not be given back
    }
}

template <typename Buffer>
void run_two_kernels(const int* x, int* out, std::size_t n) {
    Buffer tripled(n);
    launch_triple(x, tripled.data(), n);
    Buffer another(n); // taken while the kernel is in the queue
    launch_add_one(tripled.data(), out, n);
    tripled = std::move(another); // gives back what both kernels work with
}

// What the checker calls.

using Floats = DeviceBuffer<float>;

void there_and_back(const float* input, float* output, std::size_t n) {
    copy_there_and_back<Floats>(input, output, n);
}

void there_and_back_bytes(const unsigned char* input, unsigned char* output, std::size_t n) {
    copy_there_and_back<DeviceBuffer<unsigned char>>(input, output, n);
}

void by_a_second_buffer(const double* input, double* output, std::size_t n) {
    copy_by_a_second<DeviceBuffer<double>>(input, output, n);
}

void through_a_move(int how, const float* input, float* output, std::size_t n) {
    copy_through_a_move<Floats>(how, input, output, n);
}

std::size_t size_of_the_source(int how, std::size_t n) {
    return ask_after_a_move<std::size_t, Floats>(
        how, n, [](auto& a, const auto&, const float*) { return a.size(); });
}

bool source_has_memory(int how, std::size_t n) {
    return ask_after_a_move<bool, Floats>(
        how, n, [](auto& a, const auto&, const float*) { return a.data() != nullptr; });
}

std::size_t size_of_the_target(int how, std::size_t n) {
    return ask_after_a_move<std::size_t, Floats>(
        how, n, [](auto&, const auto& b, const float*) { return b.size(); });
}

bool target_has_the_same_memory(int how, std::size_t n) {
    return ask_after_a_move<bool, Floats>(
        how, n, [](auto&, const auto& b, const float* before) { return b.data() == before; });
}

void moved_to_itself(const float* input, float* output, std::size_t n) {
    copy_moved_to_itself<Floats>(input, output, n);
}

void parts_reversed(const float* input, float* output, std::size_t n, std::size_t parts) {
    copy_parts_reversed<Floats>(input, output, n, parts);
}

bool can_be_copied() { return has_a_copy<Floats>(); }

bool a_number_becomes_one() { return comes_from_a_number<Floats>(); }

bool a_move_may_throw() { return has_a_move_that_throws<Floats>(nullptr, nullptr); }

bool refuses(std::size_t count) { return throws_for<DeviceBuffer<double>>(count); }

void thrown_across(std::size_t n) { throw_across<DeviceBuffer<int>>(n); }

bool throws_after_a_failed_kernel(std::size_t n) {
    return throws_when_all_fails<DeviceBuffer<int>>(n);
}

void by_two_kernels(const int* x, int* out, std::size_t n) {
    run_two_kernels<DeviceBuffer<int>>(x, out, n);
}

#include WORKBOOK_LESSON_FILE
