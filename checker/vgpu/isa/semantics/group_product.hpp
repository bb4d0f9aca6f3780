// The kinds of products of a warpgroup (isa/group_product.hpp).
#pragma once

#include "vgpu/isa/group_product.hpp"

#include <array>

namespace vgpu::isa::semantics {

void multiply_group_integers(const GroupProduct& product, const std::uint32_t* a,
                             const std::uint32_t* b, const std::uint8_t* met, std::uint32_t* d);
void multiply_group_floats(const GroupProduct& product, const std::uint32_t* a,
                           const std::uint32_t* b, const std::uint8_t* met, std::uint32_t* d);

// Which rows of B the elements of A's rows meet: of a dense A, all one after the other.
class MetRows {
  public:
    MetRows(const GroupProduct& product, const std::uint8_t* met)
        : met_(met), step_(met != nullptr ? product.depth() : 0) {
        for (std::size_t k = 0; k < all_.size(); ++k) all_[k] = static_cast<std::uint8_t>(k);
    }
    const std::uint8_t* of(int row) const {
        return met_ == nullptr ? all_.data() : met_ + static_cast<std::size_t>(row) * step_;
    }

  private:
    const std::uint8_t* met_;
    std::size_t step_;
    std::array<std::uint8_t, most_group_depth> all_;
};

} // namespace vgpu::isa::semantics
