// A module's text as a list of functions, found without parsing them: a large module (CUB, Thrust)
// is parsed a kernel at a time, each with the functions that it can reach.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace vgpu::ptx {

class Outline {
  public:
    explicit Outline(std::string text);

    // False: what a kernel can reach is not known from its text (calls through pointers, aliases,
    // functions that variables name, variables of a function that outlive it), or the text is not
    // well formed, which the parser has to say. Then it is parsed as a whole.
    bool is_divisible() const { return is_divisible_; }
    const std::string& text() const { return text_; }

    // These are texts with the line numbers of the whole. Functions that are left out are declared.
    std::string without_bodies() const { return keeping(std::vector<bool>(functions_.size())); }
    // The kernel and what it can reach; nothing if there is no such kernel.
    std::optional<std::string> of_kernel(std::string_view name) const;

  private:
    struct Body {
        std::string_view name;
        bool is_kernel = false;
        std::size_t begin = 0, end = 0; // from its '{' to behind its '}'
        std::size_t lines = 0;          // that end in between
    };

    void read();
    void read_function(std::size_t& at, bool is_kernel);
    bool skip_body(std::size_t& at);
    bool outlives_or_hides(std::size_t dot) const;
    bool skip_braces(std::size_t& at) const;
    bool skip_string_or_comment(std::size_t& at) const;
    template <class See>
    void for_each_name(std::size_t begin, std::size_t end, See&& see) const;
    std::string keeping(const std::vector<bool>& kept) const;

    std::string text_;
    bool is_divisible_ = true;
    std::vector<Body> functions_; // those with a body, in the order of the text
    std::unordered_map<std::string_view, std::size_t> by_name_;
};

} // namespace vgpu::ptx
