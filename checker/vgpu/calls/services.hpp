// What the engine asks of the thread whose call it serves: the questions by number, their types,
// and how the values of a question and of its answer travel (services.def).
#pragma once

#include "vgpu/calls/message.hpp"

#include <concepts>
#include <tuple>
#include <vector>

namespace vgpu::calls {

enum class Service : std::uint16_t {
#define WORKBOOK_SERVICE(name, ...) name,
#define WORKBOOK_BULK_SERVICE(name) name,
#include "vgpu/calls/services.def"
#undef WORKBOOK_SERVICE
#undef WORKBOOK_BULK_SERVICE
    count
};

// The addresses of calls, innermost first.
using Addresses = std::vector<std::uint64_t>;

struct SharedPages {
    std::string obstacle; // empty: it is done
    std::uint64_t offset = 0;
    int file = -1; // it has the pages; it goes in a packet of its own, behind the answer
};
inline constexpr int file_comes_behind = -2;

// The longest text that a message has room for beside its other values.
inline constexpr std::size_t longest_text = most_bytes - 2048;

// A value of a message.
template <class Value>
void put(Writer& writer, const Value& value) {
    if constexpr (std::same_as<Value, bool>) {
        writer.put(static_cast<std::uint8_t>(value));
    } else if constexpr (std::same_as<Value, std::string> ||
                         std::same_as<Value, std::string_view>) {
        writer.text(std::string_view(value).substr(0, longest_text));
    } else if constexpr (std::same_as<Value, Addresses>) {
        writer.put(static_cast<std::uint32_t>(value.size()));
        writer.bytes(value.data(), value.size() * sizeof value[0]);
    } else if constexpr (std::same_as<Value, SharedPages>) {
        put(writer, value.obstacle);
        writer.put(value.offset);
        put(writer, value.file >= 0);
    } else {
        static_assert(std::integral<Value>);
        writer.put(value);
    }
}

// A std::string_view is valid as long as the message is.
template <class Value>
Value get(Reader& reader) {
    if constexpr (std::same_as<Value, bool>) {
        return reader.get<std::uint8_t>() != 0;
    } else if constexpr (std::same_as<Value, std::string> ||
                         std::same_as<Value, std::string_view>) {
        return Value(reader.text());
    } else if constexpr (std::same_as<Value, Addresses>) {
        const auto bytes = reader.bytes(reader.get<std::uint32_t>() * sizeof(std::uint64_t));
        Addresses addresses(bytes.size() / sizeof(std::uint64_t));
        if (!bytes.empty()) std::memcpy(addresses.data(), bytes.data(), bytes.size());
        return addresses;
    } else if constexpr (std::same_as<Value, SharedPages>) {
        SharedPages pages;
        pages.obstacle = get<std::string>(reader);
        pages.offset = reader.get<std::uint64_t>();
        pages.file = get<bool>(reader) ? file_comes_behind : -1;
        return pages;
    } else {
        static_assert(std::integral<Value>);
        return reader.get<Value>();
    }
}

// The type of a question: of the function that answers it.
template <Service service>
struct Question;

#define WORKBOOK_SERVICE(name, answer, ...)                                                        \
    template <>                                                                                    \
    struct Question<Service::name> {                                                               \
        using Signature = answer(__VA_ARGS__);                                                     \
    };
#define WORKBOOK_BULK_SERVICE(name)
#include "vgpu/calls/services.def"
#undef WORKBOOK_SERVICE
#undef WORKBOOK_BULK_SERVICE

template <Service service>
using Signature = typename Question<service>::Signature;

template <class Answer, class... Parameters>
Answer answer_of(Answer (*)(Parameters...));
template <Service service>
using AnswerOf = decltype(answer_of(static_cast<Signature<service>*>(nullptr)));

// The arguments of a question.
template <Service service, class... Arguments>
void put_question(Writer& writer, const Arguments&... arguments) {
    static_assert(std::same_as<Signature<service>, AnswerOf<service>(Arguments...)>,
                  "the question has other parameters in services.def");
    (put(writer, arguments), ...);
}

// Answers a question by `function`. Throws ProtocolError when the arguments are not its own.
template <class Answer, class... Parameters>
Answer answer_question(Answer (*function)(Parameters...), Reader& question) {
    // Braces: from the left to the right.
    const std::tuple<Parameters...> arguments{get<Parameters>(question)...};
    question.expect_end();
    return std::apply(function, arguments);
}

} // namespace vgpu::calls
