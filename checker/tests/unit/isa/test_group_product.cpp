// Products of warpgroups: sums that are made many at once are those that are made one by one.
// A factor that is not finite has the whole product made one by one (group_floats.cpp).
#include "vgpu/isa/group_product.hpp"
#include "vgpu/isa/sparse.hpp"

#include <catch2/catch_test_macros.hpp>

#include <random>
#include <vector>

using namespace vgpu;
using isa::MatrixType;

namespace {

struct Format {
    MatrixType type;
    int depth, fraction_bits, bias, bits;
    std::uint32_t not_finite;
};
constexpr Format formats[] = {{MatrixType::f16, 16, 10, 15, 16, 0x7c00},
                              {MatrixType::bf16, 16, 7, 127, 16, 0x7f80},
                              {MatrixType::tf32, 8, 23, 127, 32, 0x7f800000},
                              {MatrixType::e4m3, 32, 3, 7, 8, 0x7f},
                              {MatrixType::e5m2, 32, 2, 15, 8, 0x7c}};

class Numbers {
  public:
    std::uint32_t next(int fraction_bits, int bias, int bits, int spread) {
        const auto exponent = static_cast<std::uint32_t>(
            bias - spread + static_cast<int>(random_() % static_cast<unsigned>(2 * spread + 1)));
        const std::uint32_t fraction = random_() & ((1u << fraction_bits) - 1);
        const std::uint32_t sign = random_() & 1;
        return random_() % 16 == 0 ? sign << (bits - 1)
                                   : sign << (bits - 1) | exponent << fraction_bits | fraction;
    }

  private:
    std::mt19937 random_{20261129};
};

std::vector<std::uint32_t> product_of(const isa::GroupProduct& product,
                                      const std::vector<std::uint32_t>& a,
                                      const std::vector<std::uint32_t>& b,
                                      std::vector<std::uint32_t> d) {
    isa::multiply_group(product, a.data(), b.data(), nullptr, d.data());
    return d;
}

} // namespace

TEST_CASE("sums of a warpgroup's floats are the same, many at once and one by one") {
    Numbers numbers;
    for (const Format& format : formats)
        for (const MatrixType sum : {MatrixType::f32, MatrixType::f16})
            for (const int columns : {8, 40, 72})
                for (const int spread : {0, 2, 6}) {
                    INFO(static_cast<int>(format.type) << " " << columns << " " << spread);
                    isa::GroupProduct product;
                    product.a = product.b = format.type;
                    product.d = sum;
                    product.n = columns;
                    product.k = format.depth;
                    std::vector<std::uint32_t> a(product.a_elements()), b(product.b_elements()),
                        c(product.d_elements());
                    const auto factor = [&] {
                        return numbers.next(format.fraction_bits, format.bias, format.bits, spread);
                    };
                    for (std::uint32_t& each : a) each = factor();
                    for (std::uint32_t& each : b) each = factor();
                    for (std::uint32_t& each : c)
                        each = sum == MatrixType::f32 ? numbers.next(23, 127, 32, 3 * spread + 1)
                                                      : numbers.next(10, 15, 16, spread + 1);
                    const auto together = product_of(product, a, b, c);
                    a[product.a_elements() - product.depth()] =
                        format.not_finite; // of the last row
                    const auto apart = product_of(product, a, b, c);
                    std::size_t different = 0;
                    for (std::size_t i = 0; i < c.size() - product.columns(); ++i)
                        different += together[i] != apart[i];
                    CHECK(different == 0);
                }
}

TEST_CASE("a sum of one term is that term, cut off where its format ends") {
    isa::GroupProduct product;
    product.d = MatrixType::f32;
    product.a = product.b = MatrixType::e4m3;
    product.n = 8;
    product.k = 32;
    const std::vector<std::uint32_t> a(64 * 32), b(32 * 8), c(64 * 8, 0x3fffffff);
    CHECK(product_of(product, a, b, c).front() == 0x3ffffc00); // 14 bits of 24
    product.a = product.b = MatrixType::f16;
    product.k = 16;
    CHECK(product_of(product, a, b, c).front() == 0x3fffffff);
}

TEST_CASE("each element of a sparse A meets the row of B that is said of it") {
    isa::GroupProduct product;
    product.a = product.b = MatrixType::s8;
    product.d = MatrixType::s32;
    product.n = 8;
    product.k = 32;
    product.is_sparse = true;
    std::vector<std::uint32_t> a(product.a_elements(), 1), b(product.b_elements()),
        d(product.d_elements(), 5);
    CHECK(b.size() == 64 * 8);
    for (std::size_t i = 0; i < b.size(); ++i) b[i] = i / 8 + i % 8; // row and column
    std::vector<std::uint8_t> met(product.a_elements());
    for (std::size_t i = 0; i < met.size(); ++i)
        met[i] = static_cast<std::uint8_t>(i % 32 * 2 + i / 32 % 2);
    isa::multiply_group(product, a.data(), b.data(), met.data(), d.data());
    CHECK(d[0] == 5 + 2 * (31 * 32 / 2));              // the even rows
    CHECK(d[8 + 3] == 5 + 2 * (31 * 32 / 2) + 32 * 4); // the odd ones, of column 3
}

TEST_CASE("the metadata of a sparse matrix: which lane has it, and what is valid") {
    using isa::Sparsity;
    const Sparsity halves(MatrixType::f16, 32, 1), bytes(MatrixType::s8, 64, 0);
    CHECK(halves.place(9, 5).lane == 4 + 2 + 1);
    CHECK(halves.place(9, 5).bit == 16 + 4);
    CHECK(halves.lanes() == 0xccccccccu);
    CHECK(bytes.place(9, 13).lane == 4 + 2 + 1);
    CHECK(bytes.place(9, 13).bit == 4 * 5);
    CHECK(bytes.lanes() == 0xffffffffu);
    CHECK(halves.check(true).valid == (1u << 0b0100 | 1u << 0b1000 | 1u << 0b1001 | 1u << 0b1100 |
                                       1u << 0b1101 | 1u << 0b1110));
    CHECK((halves.check(false).valid >> 0b0001 & 1) == 1); // backwards
    CHECK((halves.check(false).valid >> 0b0101 & 1) == 0);
    CHECK(Sparsity(MatrixType::tf32, 8, 0).check(false).valid == (1u << 0b0100 | 1u << 0b1110));
    CHECK(Sparsity(MatrixType::u4, 64, 0).column(0b1101, 3) == 2 * 3 + 1);
}
