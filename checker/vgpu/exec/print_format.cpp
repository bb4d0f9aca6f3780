#include "vgpu/exec/print_format.hpp"

#include "vgpu/support/round_up.hpp"

#include <algorithm>
#include <bit>
#include <cstdio>
#include <vector>

namespace vgpu::exec {

namespace {

constexpr int most_arguments = 32; // CUDA Programming Guide, "Formatted Output", "Limitations"
constexpr int widest = 4096;       // a width or precision

// One conversion, taken apart.
struct Conversion {
    std::string flags;  // with width and precision in digits
    std::string length; // "", "h", "hh", "l", "ll", ...
    char kind = 0;
};

class Formatter {
  public:
    Formatter(std::string_view format, const PrintSource& source)
        : rest_(format), source_(source) {}

    std::optional<Printed> run() {
        while (!rest_.empty()) {
            const std::size_t percent = rest_.find('%');
            result_.text += rest_.substr(0, percent);
            if (percent == std::string_view::npos) break;
            rest_.remove_prefix(percent);
            if (!convert()) return std::nullopt;
        }
        return std::move(result_);
    }

  private:
    bool take_number(std::string& to) {
        if (!rest_.empty() && rest_.front() == '*') {
            rest_.remove_prefix(1);
            const auto value = take(4);
            if (!value) return false;
            to += std::to_string(std::clamp(static_cast<std::int32_t>(*value), -widest, widest));
            return true;
        }
        take_digits(to);
        return true;
    }

    void take_digits(std::string& to) {
        int number = 0;
        bool any = false;
        while (!rest_.empty() && rest_.front() >= '0' && rest_.front() <= '9') {
            number = std::min(number * 10 + (rest_.front() - '0'), widest);
            any = true;
            rest_.remove_prefix(1);
        }
        if (any) to += std::to_string(number);
    }

    void take_to(std::string& to) {
        to += rest_.front();
        rest_.remove_prefix(1);
    }

    std::optional<std::uint64_t> take(int bytes) {
        const auto size = static_cast<std::uint64_t>(bytes);
        offset_ = round_up(offset_, size);
        const auto value = source_.argument(offset_, bytes);
        offset_ += size;
        ++result_.arguments;
        return value;
    }

    bool convert() {
        const std::string_view whole = rest_;
        rest_.remove_prefix(1);
        Conversion conversion;
        while (!rest_.empty() &&
               std::string_view("-+ #0").find(rest_.front()) != std::string_view::npos)
            take_to(conversion.flags);
        if (!take_number(conversion.flags)) return false;
        if (!rest_.empty() && rest_.front() == '.') {
            take_to(conversion.flags);
            // `.*` is no precision here: a GPU prints the conversion as it stands (H200,
            // CUDA 13.0).
            take_digits(conversion.flags);
        }
        while (!rest_.empty() &&
               std::string_view("hlLqjzt").find(rest_.front()) != std::string_view::npos)
            take_to(conversion.length);
        if (rest_.empty()) {
            result_.text += whole;
            return true;
        }
        conversion.kind = rest_.front();
        rest_.remove_prefix(1);
        return print(conversion, whole.substr(0, whole.size() - rest_.size()));
    }

    bool print(const Conversion& conversion, std::string_view as_written) {
        if (result_.arguments >= most_arguments && conversion.kind != '%') {
            result_.text += as_written;
            return true;
        }
        switch (conversion.kind) {
        case '%':
            result_.text += '%';
            return true;
        case 'd':
        case 'i':
        case 'u':
        case 'o':
        case 'x':
        case 'X':
            return print_integer(conversion);
        case 'c': {
            const auto value = take(4);
            if (value) add(conversion, "", static_cast<int>(*value));
            return value.has_value();
        }
        case 'a':
        case 'A':
        case 'e':
        case 'E':
        case 'f':
        case 'F':
        case 'g':
        case 'G': {
            const auto value = take(8);
            if (value) add(conversion, "", std::bit_cast<double>(*value));
            return value.has_value();
        }
        case 'p': {
            const auto value = take(8);
            if (value) add(conversion, "", reinterpret_cast<void*>(*value));
            return value.has_value();
        }
        case 's':
            return print_text(conversion);
        default:
            result_.text += as_written;
            return true;
        }
    }

    bool print_integer(const Conversion& conversion) {
        const bool wide =
            conversion.length == "l" || conversion.length == "ll" ||
            (!conversion.length.empty() &&
             std::string_view("jztLq").find(conversion.length) != std::string_view::npos);
        const auto value = take(wide ? 8 : 4);
        if (!value) return false;
        if (wide)
            add(conversion, "ll", static_cast<long long>(*value));
        else
            add(conversion, conversion.length, static_cast<int>(*value));
        return true;
    }

    bool print_text(const Conversion& conversion) {
        const auto address = take(8);
        if (!address) return false;
        const auto text = *address == 0 ? std::string("(null)") : source_.string(*address);
        if (text) add(conversion, "", text->c_str());
        return text.has_value();
    }

    template <class Value>
    void add(const Conversion& conversion, const std::string& length, Value value) {
        const std::string format = "%" + conversion.flags + length + conversion.kind;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
        const int size = std::snprintf(nullptr, 0, format.c_str(), value);
        if (size <= 0) return;
        std::vector<char> buffer(static_cast<std::size_t>(size) + 1);
        std::snprintf(buffer.data(), buffer.size(), format.c_str(), value);
#pragma GCC diagnostic pop
        result_.text.append(buffer.data(), static_cast<std::size_t>(size));
    }

    std::string_view rest_;
    const PrintSource& source_;
    std::uint64_t offset_ = 0;
    Printed result_;
};

} // namespace

std::optional<Printed> format_print(std::string_view format, const PrintSource& source) {
    return Formatter(format, source).run();
}

} // namespace vgpu::exec
