// The integer type twice as wide as T, of the same signedness: room for a product.
#pragma once

#include <cstdint>
#include <type_traits>

namespace vgpu::isa::semantics {

__extension__ using s128 = __int128;
__extension__ using u128 = unsigned __int128;

template <class T>
struct WideOf {
    using Signed = std::conditional_t<sizeof(T) == 2, std::int32_t,
                                      std::conditional_t<sizeof(T) == 4, std::int64_t, s128>>;
    using Unsigned = std::conditional_t<sizeof(T) == 2, std::uint32_t,
                                        std::conditional_t<sizeof(T) == 4, std::uint64_t, u128>>;
    using type = std::conditional_t<std::is_signed_v<T>, Signed, Unsigned>;
};
template <class T>
using wide_of = typename WideOf<T>::type;

} // namespace vgpu::isa::semantics
