#include "vgpu/isa/matrix.hpp"

#include <array>
#include <charconv>

namespace vgpu::isa {

MatrixType matrix_type(std::string_view name) {
    constexpr std::array<std::string_view, 14> names{"",     "f16", "bf16", "tf32", "e4m3",
                                                     "e5m2", "f32", "f64",  "s8",   "u8",
                                                     "s4",   "u4",  "b1",   "s32"};
    for (std::size_t i = 1; i < names.size(); ++i)
        if (names[i] == name) return static_cast<MatrixType>(i);
    return MatrixType::none;
}

std::optional<MatrixShape> matrix_shape(std::string_view name) {
    MatrixShape shape;
    const char* at = name.data();
    const char* const end = at + name.size();
    for (auto [letter, size] : {std::pair{'m', &shape.m}, {'n', &shape.n}, {'k', &shape.k}}) {
        if (at == end || *at != letter) return std::nullopt;
        const auto read = std::from_chars(at + 1, end, *size);
        if (read.ec != std::errc{}) return std::nullopt;
        at = read.ptr;
    }
    return at == end ? std::optional(shape) : std::nullopt;
}

} // namespace vgpu::isa
